// npm test: every check there is, one after the other; a failing one hides none after it.
// With names of test projects (npm run test:e2e), only those. Starts on Node 18 and newer.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { auditDependencies } from './audit.mjs';
import { buildClientIfChanged } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { compiledCode, projectNode, run, tool } from './run.mjs';

/** @typedef {{ name: string, passed: number, failed: number, seconds: number }} Outcome */

const projects = process.argv.slice(2);
/** The fleet on PostgreSQL, with its two servers, is for npm run test:fleet. */
const usual = ['!fleet-postgres'];

await ensureDependencies({ withDev: true });
const chromium = await ensureChromium();

/** @type {NodeJS.ProcessEnv} */
const env = {
  ...process.env,
  ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  // Hundreds of processes, of files of tests and of servers, load the same libraries.
  NODE_COMPILE_CACHE: compiledCode,
};
// React and our own server behave differently in production; tests choose for themselves.
delete env['NODE_ENV'];

/** @type {Outcome[]} */
const outcomes = [];
if (projects.length === 0) {
  await check('typecheck', () => run(projectNode(), [tool('typescript/bin/tsc'), '-b']));
  // Outside of CI a flaw that became known over night must not stand in the way of other work.
  if (process.env['CI'] !== undefined) await check('audit', async () => auditDependencies());
  await check('lint', () => run(projectNode(), [tool('oxlint/bin/oxlint'), '--type-aware']));
}
await check('build', buildClientIfChanged);
await vitest();

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log();
for (const outcome of outcomes) {
  console.log(`${outcome.name.padEnd(20)} ${outcome.failed === 0 ? 'passed' : 'FAILED'} ${String(outcome.passed).padStart(5)} passed ${String(outcome.failed).padStart(3)} failed ${outcome.seconds.toFixed(1).padStart(7)} s`);
}
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

/** @param {string} name @param {() => Promise<number>} step */
async function check(name, step) {
  console.log(`\n== ${name}`);
  const start = Date.now();
  const isGood = (await step()) === 0;
  outcomes.push({ name, passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, seconds: (Date.now() - start) / 1000 });
}

async function vitest() {
  console.log('\n== tests');
  const start = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'zyzc-test-'));
  const report = join(folder, 'report.json');
  const code = await run(
    projectNode(),
    [
      tool('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(projects.length === 0 ? usual : projects).flatMap((project) => ['--project', project]),
    ],
    { env },
  );
  const counts = readReport(report);
  rmSync(folder, { recursive: true, force: true });
  // A run can fail outside of any test: a file that does not load, an unhandled rejection, a crash.
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  outcomes.push({ name: 'tests', passed: counts.passed, failed, seconds: (Date.now() - start) / 1000 });
}

/** @param {string} file */
function readReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    /** @type {{ name: string, status: string, assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }[]} */
    const files = report.testResults;
    for (const { name, assertionResults } of files) {
      for (const test of assertionResults) if (test.status === 'passed' && test.failureMessages.length > 0) tellSecondTry(name, test);
    }
    const notLoaded = files.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length;
    return { passed: report.numPassedTests, failed: report.numFailedTests + notLoaded };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/**
 * Why a test passed only at its second try: a defect that shows itself seldom would be forgotten with the run.
 * @param {string} file
 * @param {{ fullName: string, failureMessages: string[] }} test
 */
function tellSecondTry(file, { fullName, failureMessages }) {
  console.log(`\nPassed at the second try: ${basename(file)} > ${fullName}\n${failureMessages.join('\n')}`);
}
