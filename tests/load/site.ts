import { type Account, type Company, insertCompany, issueTask } from '../bench/data/company.ts';
import type { BenchDatabase } from '../bench/data/database.ts';
import { temporaryFolder } from '../bench/temporary-folder.ts';
import { undoable } from '../bench/undo.ts';
import { call, signIn } from '../support/calls.ts';
import { startNginx } from '../support/nginx.ts';
import { freePort, type ServerProcess, serverProcess } from '../support/server-process.ts';

/** A person's phone with one department task, which nobody else fills in. */
export interface Phone {
  token: string;
  person: Account;
  deptTaskId: string;
  pointIds: string[];
}

export interface Site {
  processes: ServerProcess[];
  company: Company;
  adminToken: string;
  phones: Phone[];
  /** Where calls go: nginx before all processes, where it is asked for and installed, or each process in turn. */
  urlFor: (number: number) => string;
  stop: () => Promise<void>;
}

/**
 * A company with so many phones, each signed in and with a task, before so many server processes.
 * @param options.nginx the program, to stand before the processes
 */
export async function openSite(database: BenchDatabase, options: { processes: number; phones: number; points: number; nginx?: string | undefined; env?: Record<string, string> }): Promise<Site> {
  const company = await database.fill((context) => insertCompany(context, '900001', options.phones));
  const processes: ServerProcess[] = [];
  const closing: (() => Promise<void>)[] = [];
  const stop = undoable(async () => {
    for (const close of closing.toReversed()) await close();
  });
  for (let index = 0; index < options.processes; index += 1) {
    const one = await serverProcess({
      dataDir: database.env.DATA_DIR,
      env: { NODE_ENV: 'production', DATABASE_URL: database.env.DATABASE_URL, TRUST_PROXY: 'loopback', LOG_LEVEL: 'error', ...options.env },
    });
    processes.push(one);
    closing.push(one.stop);
    await one.start();
  }
  let urlFor = (number: number): string => processes[number % processes.length]?.url ?? '';
  if (options.nginx !== undefined) {
    const folder = await temporaryFolder();
    closing.push(folder.remove);
    const port = await freePort();
    const proxy = await startNginx({ program: options.nginx, directory: folder.path, port, upstreams: processes.map((one) => one.port), isUnlimited: true });
    closing.push(proxy.stop);
    urlFor = () => `http://127.0.0.1:${port}`;
  }
  const url = processes[0]?.url ?? '';
  const adminToken = await signIn(url, company.admin);
  const pointIds = company.pointIds.slice(0, options.points);
  await issueTask(url, adminToken, { taskName: '负载自查', deptIds: company.departments.map(({ id }) => id), pointIds });
  const phones: Phone[] = [];
  for (const { person } of company.departments) {
    const token = await signIn(url, person);
    const { records } = await call(url, 'queryMyTaskCheckList', { query: {} }, token);
    phones.push({ token, person, deptTaskId: records[0]?.id ?? '', pointIds });
  }
  return { processes, company, adminToken, phones, urlFor, stop };
}
