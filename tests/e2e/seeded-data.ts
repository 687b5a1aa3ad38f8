import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { inject } from 'vitest';
import { serverProcess } from '../support/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with the demonstration companies, made once for all browser tests; copied, never used itself. */
    seededData: string;
  }
}

/** A fresh copy of the demonstration data and the server's last day with it. */
export async function copySeededData(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'zyzc-e2e-'));
  const dataDir = join(root, 'data');
  await cp(inject('seededData'), dataDir, { recursive: true });
  return { dataDir, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Seeds once. @returns what removes it */
export default async function setup(project: { provide: (key: 'seededData', value: string) => void }): Promise<() => Promise<void>> {
  if (!existsSync(new URL('../../dist/index.html', import.meta.url))) throw new Error('The client is not built: run `npm run build` first.');
  const root = await mkdtemp(join(tmpdir(), 'zyzc-seed-'));
  const dataDir = join(root, 'data');
  const server = await serverProcess({ dataDir });
  await server.start();
  await server.stop();
  project.provide('seededData', dataDir);
  return () => rm(root, { recursive: true, force: true });
}

/** What the server's database answers, asked beside it: what it stored, not what it says. */
export function query<Row>({ dataDir }: { dataDir: string }, sql: string, ...values: unknown[]): Row[] {
  const database = new Database(join(dataDir, 'zyzc.db'), { readonly: true });
  try {
    return database.prepare(sql).all(...values) as Row[];
  } finally {
    database.close();
  }
}

/** The department task of so many points that the account can still fill in. */
export function openDeptTask(dataDir: string, account: string, pointCount: number): string {
  const [row] = query<{ id: string }>(
    { dataDir },
    `select dept_task.id from dept_task join employee on employee.dept_id = dept_task.dept_id join task on task.id = dept_task.task_id
     where employee.account = ? and dept_task.submitted_at is null and task.cancelled_at is null and dept_task.point_count = ?`,
    account,
    pointCount,
  );
  if (row === undefined) throw new Error(`${account} has no open task of ${pointCount} points`);
  return row.id;
}

/** The department task of most points that the account can still fill in. */
export function largestDeptTask(dataDir: string, account: string): { id: string; points: number } {
  const [row] = query<{ id: string; points: number }>(
    { dataDir },
    `select dept_task.id, dept_task.point_count as points from dept_task join employee on employee.dept_id = dept_task.dept_id join task on task.id = dept_task.task_id
     where employee.account = ? and dept_task.submitted_at is null and task.cancelled_at is null order by dept_task.point_count desc`,
    account,
  );
  if (row === undefined) throw new Error(`${account} has no open task`);
  return row;
}
