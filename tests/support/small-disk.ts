import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  path: string;
  /** Takes all the room that is left. */
  fill: () => Promise<void>;
  /** Gives it back. */
  makeRoom: () => Promise<void>;
  remove: () => Promise<void>;
}

/** A disk of its own, in memory; undefined where nobody may mount one. */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'zyzc-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    await rm(path, { recursive: true });
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill: async () => {
      await writeFile(filler, Buffer.alloc(bytes + 1)).then(
        () => {
          throw new Error('the disk took more than its size');
        },
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error;
        },
      );
    },
    makeRoom: () => unlink(filler),
    remove: async () => {
      execFileSync('umount', [path]);
      await rm(path, { recursive: true });
    },
  };
}
