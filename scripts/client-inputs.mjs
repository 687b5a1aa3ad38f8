// What the built client is made from. Runs before dependencies exist, so it uses nothing but Node 18.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectDirectory = fileURLToPath(new URL('..', import.meta.url));
export const clientDirectory = join(projectDirectory, 'dist');

const inputs = [
  'contract',
  'index.html',
  'package-lock.json',
  'package.json',
  'public',
  'scripts/client-inputs.mjs',
  'src',
  'sw',
  'tsconfig.base.json',
  'vite',
  'vite.config.ts',
];

/**
 * Content hash of everything that the client is built from: equal sources give an equal build, on any machine.
 * @returns {string}
 */
export function hashClientInputs() {
  const hash = createHash('sha256');
  for (const input of inputs) addToHash(hash, input);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} path relative to the project */
function addToHash(hash, path) {
  const absolute = join(projectDirectory, path);
  if (!existsSync(absolute)) return;
  if (statSync(absolute).isDirectory()) {
    for (const name of readdirSync(absolute).sort()) addToHash(hash, `${path}/${name}`);
    return;
  }
  const content = readFileSync(absolute);
  hash.update(`${path}\0${content.length}\0`).update(content);
}

/** Written into the build as its last file but the service worker; tells what the build was made from. */
export const buildRecordName = 'build.json';

/** True when `dist` is a complete build of the present sources. */
export function isClientBuilt() {
  if (!existsSync(join(clientDirectory, 'service-worker.js'))) return false;
  try {
    return JSON.parse(readFileSync(join(clientDirectory, buildRecordName), 'utf8')).inputs === hashClientInputs();
  } catch {
    return false;
  }
}
