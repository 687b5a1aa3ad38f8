import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where a program is; undefined where it is not installed. */
export const findProgram = (name: string, more: readonly string[] = []): string | undefined =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin', ...more].map((folder) => join(folder, name)).find((path) => existsSync(path));
