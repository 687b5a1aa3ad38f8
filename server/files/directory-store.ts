import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './file-store.ts';

const PARTIAL = '.part';
const PROBE = '.probe-';

/** Keeps files in a directory, which several processes may share. Keys are paths that we made, never a caller's text. */
export function createDirectoryStore(root: string): FileStore {
  const has = (key: string) =>
    access(join(root, key)).then(
      () => true,
      () => false,
    );
  return {
    has,
    write: async (key, bytes) => {
      if (await has(key)) return;
      const path = join(root, key);
      await mkdir(dirname(path), { recursive: true });
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
    },
    read: async (key, range) => {
      const path = join(root, key);
      await access(path);
      return createReadStream(path, range);
    },
    size: async (key) => (await stat(join(root, key))).size,
    keys: () => keysBelow(root, ''),
    ping: async () => {
      await mkdir(root, { recursive: true });
      const probe = join(root, `${PROBE}${randomUUID()}`);
      await writeFile(probe, '');
      await rm(probe);
    },
  };
}

async function* keysBelow(directory: string, prefix: string): AsyncGenerator<string> {
  const entries = await opendir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && prefix === '') return undefined;
    throw error;
  });
  for await (const entry of entries ?? []) {
    if (entry.isDirectory()) yield* keysBelow(join(directory, entry.name), `${prefix}${entry.name}/`);
    else if (!entry.name.endsWith(PARTIAL) && !entry.name.startsWith(PROBE)) yield prefix + entry.name;
  }
}
