// Asks the registry for known flaws of the libraries that the product runs with; a high or critical one fails.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { projectDirectory } from './client-inputs.mjs';

/**
 * @param {string} output what `npm audit --json` printed
 * @returns {{ isGood: boolean, words: string }} good also where the registry cannot be asked: having no network is no flaw
 */
export function verdictOn(output) {
  /** @type {{ message?: string, error?: { summary?: string }, vulnerabilities?: Record<string, { severity: string, range: string }> }} */
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return { isGood: true, words: 'not checked: npm audit printed no report' };
  }
  if (report.vulnerabilities === undefined) {
    // npm's message ends with the registry's address, which is no news.
    return { isGood: true, words: `not checked: ${(report.message ?? report.error?.summary ?? 'the registry gave no answer').replace(/ - .*/s, '')}` };
  }
  const flaws = Object.entries(report.vulnerabilities);
  const grave = flaws.filter(([, { severity }]) => severity === 'high' || severity === 'critical');
  return {
    isGood: grave.length === 0,
    words:
      grave.length === 0
        ? `no high or critical flaw is known, ${flaws.length} lesser`
        : grave.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`).join('\n'),
  };
}

/** @param {string[]} [options] further options for npm */
export function auditDependencies(options = []) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', ...options], {
    cwd: projectDirectory,
    encoding: 'utf8',
    timeout: 60_000,
    shell: process.platform === 'win32',
  });
  const { isGood, words } = verdictOn(stdout ?? '');
  console.log(words);
  return isGood ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = auditDependencies(process.argv.slice(2));
