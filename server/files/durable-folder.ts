import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { PRIVATE_FOLDER } from '../private-mode.ts';

/** Makes a folder for the server alone, and those above that are missing, so that all of them are there after a power cut, too. */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** So that the names in it are there after a power cut, too. Windows does not know of it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
