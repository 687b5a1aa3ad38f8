import { type Company, insertCompany, issueTask } from '../bench/data/company.ts';
import type { BenchDatabase } from '../bench/data/database.ts';
import { undoable } from '../bench/undo.ts';
import { call, signIn } from '../support/calls.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';

/** A person's phone with one department task, which nobody else fills in. */
export interface Phone {
  token: string;
  deptTaskId: string;
  pointIds: string[];
}

export interface Site {
  processes: ServerProcess[];
  company: Company;
  adminToken: string;
  phones: Phone[];
  stop: () => Promise<void>;
}

/** A company with so many phones, each signed in and with a task, before so many server processes. */
export async function openSite(database: BenchDatabase, options: { processes: number; phones: number; points: number }): Promise<Site> {
  const company = await database.fill((context) => insertCompany(context, '900001', options.phones));
  const processes: ServerProcess[] = [];
  const stop = undoable(async () => {
    for (const one of processes) await one.stop();
  });
  for (let index = 0; index < options.processes; index += 1) {
    const one = await serverProcess({
      dataDir: database.env.DATA_DIR,
      env: { NODE_ENV: 'production', DATABASE_URL: database.env.DATABASE_URL, LOG_LEVEL: 'error' },
    });
    processes.push(one);
    await one.start();
  }
  const url = processes[0]?.url ?? '';
  const adminToken = await signIn(url, company.admin);
  const pointIds = company.pointIds.slice(0, options.points);
  await issueTask(url, adminToken, { taskName: '负载自查', deptIds: company.departments.map(({ id }) => id), pointIds });
  const phones: Phone[] = [];
  for (const { person } of company.departments) {
    const token = await signIn(url, person);
    const { records } = await call(url, 'queryMyTaskCheckList', { query: {} }, token);
    phones.push({ token, deptTaskId: records[0]?.id ?? '', pointIds });
  }
  return { processes, company, adminToken, phones, stop };
}
