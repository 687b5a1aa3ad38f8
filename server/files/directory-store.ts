import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, opendir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder } from './durable-folder.ts';
import type { FileStore } from './file-store.ts';
import { PRIVATE_FILE } from '../private-mode.ts';

const PARTIAL = '.part';
const PROBE = '.probe-';
const PROBE_BYTES = 4096;
/** Any stranger may ask whether the server is well: what a write told holds for so long. */
const PROBED_FOR_MS = 10_000;
/** Tells the store's folder from the empty one that a disk is mounted on. */
const MARK = '.store';

/** Whether a key stays below the store's folder. */
export const isStoreKey = (key: string): boolean => key.split('/').every((part) => !['', '.', '..'].includes(part)) && !/[\\\0]/.test(key);

/** Keeps files in a directory, which several processes may share. Keys are paths that we made, never a caller's text; one that leads out of it rejects. */
export function createDirectoryStore(root: string): FileStore {
  const pathOf = async (key: string): Promise<string> => {
    if (!isStoreKey(key)) throw new Error(`${JSON.stringify(key)} is no key of the file store`);
    return join(root, key);
  };
  const isThere = async (key: string): Promise<boolean> =>
    access(await pathOf(key)).then(
      () => true,
      () => false,
    );
  const checkMark = async (): Promise<void> => {
    if (!(await isThere(MARK))) throw Object.assign(new Error(`the file store is not there: ${join(root, MARK)} is missing`), { code: 'ESTOREGONE' });
  };
  const has = async (key: string): Promise<boolean> => {
    if (await isThere(key)) return true;
    await checkMark();
    return false;
  };
  /** A missing file of a missing store is not known to be missing. */
  const orGone = async (error: unknown): Promise<never> => {
    await checkMark();
    throw error;
  };
  const probe = async (): Promise<void> => {
    const path = join(root, `${PROBE}${randomUUID()}`);
    try {
      // On a full disk an empty file can be made.
      await writeFile(path, Buffer.alloc(PROBE_BYTES), { mode: PRIVATE_FILE });
    } finally {
      await rm(path, { force: true });
    }
    probedAt = performance.now();
  };
  let probedAt = -Infinity;
  let probing: Promise<void> | undefined;
  return {
    create: async () => {
      await makeFolder(root);
      await writeFile(join(root, MARK), '', { flush: true, mode: PRIVATE_FILE });
      await syncFolder(root);
    },
    has,
    write: async (key, bytes) => {
      const path = await pathOf(key);
      if (!(await has(key))) await put(path, bytes);
      // Also for one that is there: whoever put it there may not have come so far.
      await syncFolder(dirname(path));
    },
    replace: async (key, bytes) => {
      const path = await pathOf(key);
      await put(path, bytes);
      await syncFolder(dirname(path));
    },
    remove: async (key, isWanted) => {
      const path = await pathOf(key);
      if (!(await has(key))) return;
      const aside = `${path}.${randomUUID()}${PARTIAL}`;
      await rename(path, aside);
      let isGone = false;
      try {
        isGone = !(await isWanted());
      } finally {
        await (isGone ? rm(aside) : rename(aside, path));
      }
    },
    read: async (key, range) => {
      const path = await pathOf(key);
      await access(path).catch(orGone);
      return createReadStream(path, range);
    },
    size: async (key) => (await stat(await pathOf(key)).catch(orGone)).size,
    keys: () => keysBelow(root, ''),
    ping: async () => {
      await checkMark();
      const { bavail, bsize } = await statfs(root);
      if (bavail * bsize < PROBE_BYTES) throw Object.assign(new Error('there is no room to write'), { code: 'ENOSPC' });
      if (performance.now() - probedAt > PROBED_FOR_MS) await (probing ??= probe().finally(() => (probing = undefined)));
    },
  };
}

async function put(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  const partial = `${path}.${randomUUID()}${PARTIAL}`;
  try {
    const handle = await open(partial, 'wx', PRIVATE_FILE);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A rename is atomic: a reader sees the whole file or none.
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* keysBelow(directory: string, prefix: string): AsyncGenerator<string> {
  const entries = await opendir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && prefix === '') return undefined;
    throw error;
  });
  for await (const entry of entries ?? []) {
    if (entry.isDirectory()) yield* keysBelow(join(directory, entry.name), `${prefix}${entry.name}/`);
    else if (!entry.name.endsWith(PARTIAL) && !entry.name.startsWith(PROBE) && entry.name !== MARK) yield prefix + entry.name;
  }
}
