import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder } from './durable-folder.ts';
import type { FileStore } from './file-store.ts';

const PARTIAL = '.part';
const PROBE = '.probe-';
const PROBE_BYTES = 4096;
/** Tells the store's folder from the empty one that a disk is mounted on. */
const MARK = '.store';

/** Keeps files in a directory, which several processes may share. Keys are paths that we made, never a caller's text. */
export function createDirectoryStore(root: string): FileStore {
  const isThere = (path: string) =>
    access(join(root, path)).then(
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
  return {
    create: async () => {
      await makeFolder(root);
      await writeFile(join(root, MARK), '', { flush: true });
      await syncFolder(root);
    },
    has,
    write: async (key, bytes) => {
      const path = join(root, key);
      if (!(await has(key))) await put(path, bytes);
      // Also for one that is there: whoever put it there may not have come so far.
      await syncFolder(dirname(path));
    },
    replace: async (key, bytes) => {
      const path = join(root, key);
      await put(path, bytes);
      await syncFolder(dirname(path));
    },
    read: async (key, range) => {
      const path = join(root, key);
      await access(path).catch(orGone);
      return createReadStream(path, range);
    },
    size: async (key) => (await stat(join(root, key)).catch(orGone)).size,
    keys: () => keysBelow(root, ''),
    ping: async () => {
      await checkMark();
      const probe = join(root, `${PROBE}${randomUUID()}`);
      try {
        // On a full disk an empty file can be made.
        await writeFile(probe, Buffer.alloc(PROBE_BYTES));
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
}

async function put(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  const partial = `${path}.${randomUUID()}${PARTIAL}`;
  try {
    const handle = await open(partial, 'wx');
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
