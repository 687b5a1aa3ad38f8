import { sql } from 'kysely';
import type { ServerContext } from '../../../server/context.ts';
import type { Dialect } from '../../../server/database/dialect.ts';
import { call, type Request, requestOf, signIn } from '../../support/calls.ts';
import { type Company, insertCompany, issueTask } from '../data/company.ts';
import { type BenchDatabase, createDatabase } from '../data/database.ts';
import { startProduct } from '../processes.ts';
import { type Figure, inMilliseconds } from '../report.ts';
import { median } from '../sample.ts';
import { answersFor } from './answers.ts';
import { timeOf } from './load.ts';
import { databaseName } from './subject.ts';

const POINTS = 20;
const TASKS = 5;
const WARM_UP = 5;
const CALLS = ['task list', 'task detail', 'save'] as const;

/** Calls of one company in a database of its own and in others that so many companies share, in turns. */
export async function measureManyCompanies(dialect: Dialect, shared: readonly number[], isQuick: boolean): Promise<Figure[]> {
  const undo: (() => Promise<void>)[] = [];
  try {
    const places: { companies: number; calls: ((round: number) => Request)[] }[] = [];
    for (const companies of [1, ...shared]) {
      const database = await createDatabase(dialect);
      undo.push(database.remove);
      const company = await prepare(database);
      if (companies > 1) await database.fill((context) => multiply(context, company, companies - 1));
      const server = await startProduct(database.env);
      undo.push(server.stop);
      places.push({ companies, calls: await callsOf(server.url, company) });
    }
    const figures: Figure[] = [];
    for (const [index, name] of CALLS.entries()) {
      const times: number[][] = places.map(() => []);
      for (let round = -WARM_UP; round < (isQuick ? 20 : 100); round += 1) {
        for (const [place, { calls }] of places.entries()) {
          const time = await timeOf(calls[index]!(round + WARM_UP));
          if (round >= 0) times[place]!.push(time);
        }
      }
      const [alone = 0, ...together] = times.map((each) => median(each));
      const ratios = together.map((time) => time / alone);
      const sizes = shared.map((companies) => companies.toLocaleString('en'));
      figures.push({
        name: `The same call (${name}) with ${sizes.join(' and ')} companies (${databaseName[dialect]})`,
        measured: `${ratios.map((ratio) => ratio.toFixed(2)).join(' and ')} times`,
        goal: '≤ 1.20 times',
        isMet: ratios.every((ratio) => ratio <= 1.2),
        limit: `one company ${inMilliseconds(alone)}`,
        how: `${together.map((time) => inMilliseconds(time)).join(' and ')}, medians of ${times[0]?.length} calls, ${places.length} servers in turns. Every company has as much: a department, a person, ${TASKS} tasks, ${POINTS} points.`,
      });
    }
    return figures;
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

async function prepare(database: BenchDatabase): Promise<Company> {
  const company = await database.fill((context) => insertCompany(context, '900002', 1));
  const server = await startProduct(database.env);
  try {
    const token = await signIn(server.url, company.admin);
    const deptIds = company.departments.map(({ id }) => id);
    for (let task = 1; task <= TASKS; task += 1) {
      await issueTask(server.url, token, { taskName: `任务 ${task}`, deptIds, pointIds: company.pointIds.slice(0, POINTS) });
    }
  } finally {
    await server.stop();
  }
  return company;
}

/** What tells one company's rows from another's. */
const OWN_COLUMNS = new Set(['comp_no', 'id', 'dept_id', 'account', 'account_key', 'task_id', 'created_by', 'dept_task_id']);
const COPIED_TABLES = ['company', 'dept', 'employee', 'task', 'dept_task', 'answer'] as const;

/** So many at a time: no statement may take longer than the server lets any take. */
const STEP = 2_000;

/** Gives other companies all that the first one has, its own check points aside. */
async function multiply({ db, dialect }: ServerContext, { compNo }: Company, others: number): Promise<void> {
  for (const table of COPIED_TABLES) {
    const example = await db.selectFrom(table).selectAll().where('comp_no', '=', compNo).limit(1).executeTakeFirstOrThrow();
    const columns = Object.keys(example);
    const values = columns.map((column) => (OWN_COLUMNS.has(column) ? sql`t.${sql.ref(column)} || '-' || n.i` : sql`t.${sql.ref(column)}`));
    for (let first = 1; first <= others; first += STEP) {
      const last = Math.min(others, first + STEP - 1);
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        select ${sql.join(values)} from ${sql.table(table)} as t
        cross join (with recursive n(i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(last)}) select i from n) as n
        where t.comp_no = ${compNo}`.execute(db);
    }
    if (dialect === 'postgres') await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
}

/** The calls to measure; each is made anew for a round, since a save is based on the one before. */
async function callsOf(base: string, company: Company): Promise<((round: number) => Request)[]> {
  const admin = await signIn(base, company.admin);
  const person = await signIn(base, company.departments[0]!.person);
  const { records } = await call(base, 'queryMyTaskCheckList', { query: { pageSize: 50 } }, person);
  const [read, written] = records;
  if (records.length !== TASKS || read === undefined || written === undefined) throw new Error(`${records.length} department tasks in the list`);
  const pointIds = company.pointIds.slice(0, POINTS);
  return [
    () => requestOf(base, 'queryTaskPage', { query: { pageSize: 10 } }, admin),
    () => requestOf(base, 'queryTaskCheckPointInfo', { params: { id: read.id } }, person),
    (round) => requestOf(base, 'saveAnswers', { body: { deptTaskId: written.id, entries: answersFor(pointIds, round) } }, person),
  ];
}
