import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * The Chromium that tests drive: CHROMIUM_PATH if set, else the first one on PATH.
 * @returns {string | undefined}
 */
export function chromiumOnThisMachine() {
  const asked = process.env['CHROMIUM_PATH'];
  if (asked) return asked;
  return firstOnPath(names);
}

/**
 * The same engine without the windows and menus around it (Debian: chromium-headless-shell), which takes a third less of
 * the processor for the same pages.
 * @returns {string | undefined}
 */
export function headlessShellOnThisMachine() {
  return firstOnPath(['chromium-headless-shell']);
}

/** @param {string[]} programs */
function firstOnPath(programs) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
