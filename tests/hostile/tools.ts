import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiPaths } from '#contract/api-paths.ts';
import type { Dialect } from '../../server/database/dialect.ts';
import { undoable } from '../bench/undo.ts';
import { findProgram } from '../support/programs.ts';
import { type HostileSite, knownPaths } from './site.ts';

export interface Attack {
  name: string;
  /** The Debian package that has it. */
  needs?: string;
  /** @returns what was found */
  run: (site: HostileSite, folder: string) => Promise<string[]>;
}

/** Runs a program for so long at most; one that needs longer is ended, which is no finding. */
async function runTool(program: string, args: readonly string[], seconds: number, folder: string): Promise<string> {
  // Its home too: reports, sessions and settings of the operator stay out of it.
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const end = undoable(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const limit = setTimeout(() => child.kill('SIGTERM'), seconds * 1000);
  await exited;
  clearTimeout(limit);
  await end();
  return output;
}

const LISTS = apiPaths;
/** Calls that search or filter by what a person types: where a statement would be put together, if anywhere. */
const injectable: [name: string, path: string, body?: string][] = [
  ['staff list', `${LISTS.queryCompanyAccountPage.path}?pageNum=1&pageSize=10&employeeName=x&userNo=y&deptId=z`],
  ['task list', `${LISTS.queryTaskPage.path}?pageNum=1&pageSize=10&taskName=x&status=1`],
  ['audit list', `${LISTS.queryAuditPage.path}?pageNum=1&pageSize=10&account=x&action=y`],
  ['law list', `${LISTS.laws.path}?pageNum=1&pageSize=10&title=x&lawType=y`],
  ['statistics', `${LISTS.queryOverallSelfCheckStatList.path}?startDate=2026-01-01&endDate=2026-12-31&deptId=x`],
  ['department', LISTS.addCompanyDeptInfo.path, '{"deptName":"x","leader":"y","tel":"13800000000","remark":"z","sort":1}'],
  ['sign-in', LISTS.login.path, '{"userNo":"nobody","password":"Wrong2026","loginType":9}'],
];

export const sqlmapAttacks = (dialect: Dialect, seconds: number): Attack[] =>
  injectable.map(([name, path, body]) => ({
    name: `sqlmap level 5: ${name}`,
    needs: 'sqlmap',
    run: async (site, folder) => {
      const output = await runTool(
        'sqlmap',
        [
          ...`-u ${site.serverUrl}${path} --batch --level=5 --risk=3 --flush-session --disable-coloring --threads=4`.split(' '),
          ...`--dbms=${dialect === 'sqlite' ? 'sqlite' : 'postgresql'} --output-dir ${folder}`.split(' '),
          '-H',
          `accessToken: ${site.adminToken}`,
          ...(body === undefined ? [] : ['--data', body, '-H', 'content-type: application/json']),
        ],
        seconds,
        folder,
      );
      if (!/testing|heuristic/.test(output)) return [`sqlmap did not run: ${output.slice(-300)}`];
      return output.split('\n').filter((line) => /is vulnerable|appears to be .*injectable|identified the following injection/i.test(line) && !/not/i.test(line));
    },
  }));

export const wapitiAttack = (seconds: number): Attack => ({
  name: 'wapiti sql, xss, exec, file, crlf, ssrf, xxe',
  needs: 'wapiti',
  run: async (site, folder) => {
    const report = join(folder, 'wapiti.json');
    const seeds = injectable.filter(([, , body]) => body === undefined).flatMap(([, path]) => ['-s', site.url + path]);
    const output = await runTool(
      'wapiti',
      [
        ...`-u ${site.url}/ -m sql,xss,exec,file,crlf,ssrf,xxe --scope url --max-scan-time ${seconds} --no-bugreport`.split(' '),
        ...`--store-session ${folder} --store-config ${folder} -f json -o ${report}`.split(' '),
        '-H',
        `accessToken: ${site.adminToken}`,
        ...seeds,
      ],
      seconds + 60,
      folder,
    );
    const text = await readFile(report, 'utf8').catch(() => undefined);
    if (text === undefined) return [`wapiti wrote no report: ${output.slice(-300)}`];
    const { vulnerabilities } = JSON.parse(text) as { vulnerabilities: Record<string, { path: string; info: string }[]> };
    return Object.entries(vulnerabilities).flatMap(([kind, found]) => found.map(({ path, info }) => `${kind}: ${path} ${info}`));
  },
});

const COMMON = ['.git/HEAD', '.env', '.store', 'admin', 'backup', 'config', 'config.json', 'data', 'data/zyzc.db', 'debug', 'files', 'healthz', 'metrics', 'package.json', 'phpinfo.php', 'robots.txt', 'server/main.ts', 'server-status', 'swagger', 'zyzc.db', '%2e%2e/zyzc.db', '..%2fzyzc.db', 'assets/', 'assets/..%2f..%2fpackage.json'];
/** What anybody may read. */
const OPEN = new Set(['healthz', 'api/admin/getSiteByKey']);

export const ffufAttacks: Attack[] = [
  {
    name: 'ffuf: known paths and common names, without a token',
    needs: 'ffuf',
    run: async (site, folder) => {
      const words = [...COMMON, ...knownPaths(site.taskId).map((path) => path.slice(1))];
      const found = await fuzz(site, folder, `${site.url}/FUZZ`, words, []);
      if (!found.includes('healthz')) return ['ffuf did not reach the server'];
      return found.filter((word) => !OPEN.has(word)).map((word) => `anybody reads /${word}`);
    },
  },
  {
    name: 'ffuf: ids of an institution with a token of another',
    needs: 'ffuf',
    run: async (site, folder) => {
      const words = knownPaths(site.taskId).filter((path) => path.includes(site.taskId)).map((path) => path.slice(1));
      const readBy = (token: string): Promise<string[]> => fuzz(site, folder, `${site.url}/FUZZ`, words, ['-H', `accessToken: ${token}`]);
      if ((await readBy(site.adminToken)).length === 0) return ['not even the own institution reads by these ids'];
      const found = await readBy(site.strangerToken);
      return found.map((word) => `a stranger reads /${word}`);
    },
  },
];

/** @returns the words that were answered with 200 */
async function fuzz(site: HostileSite, folder: string, url: string, words: readonly string[], more: readonly string[]): Promise<string[]> {
  const [list, report] = [join(folder, 'words.txt'), join(folder, 'ffuf.json')];
  await writeFile(list, words.join('\n'));
  const output = await runTool('ffuf', ['-u', url, '-w', list, '-mc', '200', '-t', '20', '-maxtime', '120', '-o', report, '-of', 'json', '-s', ...more], 150, folder);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return [`ffuf wrote no report: ${output.slice(-300)}`];
  return (JSON.parse(text) as { results: { input: { FUZZ: string } }[] }).results.map(({ input }) => input.FUZZ);
}

export const slowAttacks = (seconds: number): Attack[] =>
  (
    [
      ['headers', ['-H', '-t', 'GET']],
      ['bodies', ['-B', '-t', 'POST']],
      ['reading', ['-X', '-t', 'GET']],
    ] as const
  ).map(([name, flags]) => ({
    name: `slowhttptest: 1000 lines of slow ${name}`,
    needs: 'slowhttptest',
    run: async (site, folder) => {
      const target = name === 'bodies' ? LISTS.login.path : '/';
      const output = await runTool('slowhttptest', ['-c', '1000', ...flags, '-i', '10', '-r', '200', '-u', site.serverUrl + target, '-l', String(seconds), '-p', '5'], seconds + 30, folder);
      return /Exit status|service available/i.test(output) ? [] : [`slowhttptest did not run: ${output.slice(-300)}`];
    },
  }));

/** Packages of Debian that are not installed. */
export const missingPackages = (): string[] => ['sqlmap', 'wapiti', 'ffuf', 'slowhttptest'].filter((name) => findProgram(name) === undefined);
