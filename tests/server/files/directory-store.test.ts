import { existsSync, readlinkSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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
