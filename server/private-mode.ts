import { chmodSync } from 'node:fs';
import { errorCodeOf } from './error-code.ts';

/** What the server keeps is its own user's alone: numbers of people, hashes of passwords, photos. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** For what may be there with other rights, as an earlier release or an operator made it; what is not ours to change stays as it is. */
export function makePrivate(path: string, mode: typeof PRIVATE_FOLDER | typeof PRIVATE_FILE): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!['EPERM', 'ENOENT', 'EROFS'].includes(errorCodeOf(error))) throw error;
  }
}
