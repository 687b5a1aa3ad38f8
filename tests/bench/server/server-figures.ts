import type { Dialect } from '../../../server/database/dialect.ts';
import { isPostgresReachable } from '../data/database.ts';
import { ANSWERS, TASKS } from '../data/history.ts';
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import { measureManyCompanies } from './many-companies.ts';
import { measureManyPhones } from './many-phones.ts';
import { measureSave } from './save-answers.ts';
import { measureStatistics } from './statistics.ts';
import { databaseName, withSubject } from './subject.ts';
import { measureTaskDetail } from './task-detail.ts';
import { measureTaskList } from './task-list.ts';
import { measureWorstBodies } from './worst-bodies.ts';

export async function measureServer(report: Report, { companies, isQuick }: Options): Promise<void> {
  const dialects: Dialect[] = (await isPostgresReachable()) ? ['sqlite', 'postgres'] : ['sqlite'];
  for (const dialect of dialects) {
    report.heading(
      `Server on ${databaseName[dialect]}`,
      `The real server in a process of its own on loopback, client and server on the same cores. One company, 100 departments, ${TASKS.toLocaleString('en')} tasks, ${ANSWERS.toLocaleString('en')} submitted answers.`,
    );
    await report.within(`Server on ${databaseName[dialect]}`, () =>
      withSubject(dialect, isQuick, async (subject) => {
        await report.take('Task list', () => measureTaskList(subject));
        await report.take('Task detail', () => measureTaskDetail(subject));
        await report.take('Save of answers', () => measureSave(subject));
        await report.take('Statistics', () => measureStatistics(subject));
        await report.take('Many phones', () => measureManyPhones(subject));
        await report.take('Worst bodies', () => measureWorstBodies(subject));
      }),
    );
    await report.take('Many companies', () => measureManyCompanies(dialect, companies, isQuick));
  }
  if (dialects.length === 1) console.log('  PostgreSQL is not reachable and was left out: set DATABASE_URL to measure on it too.');
}
