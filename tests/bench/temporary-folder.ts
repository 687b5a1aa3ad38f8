import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoable } from './undo.ts';

export interface TemporaryFolder {
  path: string;
  remove: () => Promise<void>;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'zyzc-bench-'));
  return { path, remove: undoable(() => rm(path, { recursive: true, force: true })) };
}
