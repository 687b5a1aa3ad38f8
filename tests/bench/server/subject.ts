import type { Dialect } from '../../../server/database/dialect.ts';
import { signIn } from '../../support/calls.ts';
import { type Company, insertCompany } from '../data/company.ts';
import { type BenchDatabase, withDatabase } from '../data/database.ts';
import { insertHistory } from '../data/history.ts';
import { type NodeProcess, startProduct } from '../processes.ts';

const COMPANY = '900001';
const DEPARTMENTS = 100;

/** The product on a database with years of history, and who may call it. */
export interface Subject {
  database: BenchDatabase;
  company: Company;
  server: NodeProcess;
  adminToken: string;
  isQuick: boolean;
}

export const databaseName: Record<Dialect, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

export async function withSubject(dialect: Dialect, isQuick: boolean, work: (subject: Subject) => Promise<void>): Promise<void> {
  await withDatabase(dialect, async (database) => {
    const company = await database.fill(async (context) => {
      const inserted = await insertCompany(context, COMPANY, DEPARTMENTS);
      await insertHistory(context, inserted);
      return inserted;
    });
    const server = await startProduct(database.env);
    try {
      await work({ database, company, server, adminToken: await signIn(server.url, company.admin), isQuick });
    } finally {
      await server.stop();
    }
  });
}
