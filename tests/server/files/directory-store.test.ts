import { existsSync, readlinkSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDirectoryStore } from '../../../server/files/directory-store.ts';

const KEY = '110001/ab/abcd';

let root: string;
let store: ReturnType<typeof createDirectoryStore>;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'zyzc-store-'));
  store = createDirectoryStore(join(root, 'files'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

describe('a key that leads out of the store', () => {
  const outside = () => join(root, 'outside');

  it.each(['../outside', '110001/../../outside', '/outside', '110001//outside', '110001/./outside', '..', '', String.raw`..\outside`])('is refused: %s', async (key) => {
    await store.create();
    await writeFile(outside(), 'kept');
    const bytes = Buffer.from('hostile');
    for (const work of [store.write(key, bytes), store.replace(key, bytes), store.read(key), store.size(key), store.has(key)]) {
      await expect(work).rejects.toThrow('is no key of the file store');
    }
    expect(await readFile(outside(), 'utf8')).toBe('kept');
    expect((await readdir(root)).toSorted()).toEqual(['files', 'outside']);
  });
});

describe('what is removed', () => {
  const bytes = Buffer.from('photo');
  beforeEach(async () => {
    await store.create();
    await store.write(KEY, bytes);
  });
  const left = async () => (await readdir(join(root, 'files', dirname(KEY)))).toSorted();

  it('is gone, and a key that is not there is removed already', async () => {
    await store.remove(KEY, () => Promise.resolve(false));
    expect([await store.has(KEY), await left()]).toEqual([false, []]);
    await store.remove(KEY, () => Promise.resolve(false));
  });

  it('comes back where somebody wants it by then, and where nobody can tell', async () => {
    await store.remove(KEY, async () => !(await store.has(KEY)));
    await expect(store.remove(KEY, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect([await store.has(KEY), await left()]).toEqual([true, ['abcd']]);
  });
});

it('a store is for its owner alone', async () => {
  await store.create();
  await store.write(KEY, Buffer.from('photo'));
  const modes = await Promise.all(['', '110001', '110001/ab', '.store', KEY].map(async (path) => ((await stat(join(root, 'files', path))).mode & 0o777).toString(8)));
  expect(modes).toEqual(['700', '700', '700', '600', '600']);
});

// Which file a handle is of, only Linux tells.
describe.runIf(process.platform === 'linux')('what a store says is written is there after a power cut', () => {
  /** Folders that the disk was asked for, and whether the file had its name by then. */
  async function watchFolders() {
    const synced: [folder: string, isNamed: boolean][] = [];
    const handle = await open(root);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const { sync } = prototype;
    vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      const isFolder = (await this.stat()).isDirectory();
      if (isFolder) synced.push([relative(root, readlinkSync(`/proc/self/fd/${this.fd}`)), existsSync(join(root, 'files', KEY))]);
      await sync.call(this);
    });
    return synced;
  }

  it('with its name and every folder made for it', async () => {
    const synced = await watchFolders();
    await store.create();
    expect(synced).toEqual([['', false], ['files', false]]);
    synced.length = 0;
    await store.write(KEY, Buffer.from('photo'));
    expect(synced).toEqual([['files/110001', false], ['files', false], ['files/110001/ab', true]]);
  });

  it('also when it comes again, since nobody knows whether the first one got so far; no folder is asked for in vain', async () => {
    await store.create();
    await store.write(KEY, Buffer.from('photo'));
    const synced = await watchFolders();
    await store.write(KEY, Buffer.from('photo'));
    expect(synced).toEqual([['files/110001/ab', true]]);
  });
});
