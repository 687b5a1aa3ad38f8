// Installs what the lock file lists. Runs before dependencies exist, so it uses nothing but Node 18.
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectDirectory } from './client-inputs.mjs';
import { run } from './run.mjs';

/** @typedef {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} Packages */

/**
 * Makes node_modules what the lock file says; quick when it is that already.
 * @param {{ withDev: boolean }} options whether tools for building and testing are needed as well
 * @returns {Promise<void>} rejects when npm fails
 */
export async function ensureDependencies({ withDev }) {
  if (isInstalled(withDev)) return;
  console.log('Installing dependencies (npm ci) …');
  // Said outright, because NODE_ENV=production would leave out what builds the client.
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { env: outsideNodeModules() });
  if (code !== 0) throw new Error(`npm ci failed (${code})`);
}

/** Compares the lock file with npm's own record of what it installed, which npm writes last. @param {boolean} withDev */
function isInstalled(withDev) {
  const wanted = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || (!withDev && (entry.dev || entry.devOptional))) return true;
    const present = installed[path];
    // Optional packages are often for other platforms.
    return present === undefined ? entry.optional === true || entry.devOptional === true : present.version === entry.version;
  });
}

/** @param {string} file @returns {Packages | undefined} */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(projectDirectory, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm ci removes node_modules, so npm must not run on the Node that lives there. */
function outsideNodeModules() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...process.env, PATH: folders.join(delimiter) };
}
