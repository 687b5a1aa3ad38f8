import { type NodeProcess, startNode } from '../processes.ts';
import type { BenchDatabase } from '../data/database.ts';
import type { BareSetup } from './bare-setup.ts';

/** Starts bare Fastify on the database of the run. */
export const startBare = (
  database: BenchDatabase,
  setup: Partial<BareSetup> = {},
  { env = {}, nodeOptions = [] }: { env?: Record<string, string>; nodeOptions?: readonly string[] } = {},
): Promise<NodeProcess> => {
  const whole: BareSetup = {
    dialect: database.dialect,
    sqliteFile: database.sqliteFile,
    databaseUrl: database.env.DATABASE_URL,
    queries: [{ sql: 'select 1 as one', parameters: [] }],
    bytes: '{}',
    author: { compNo: '', employeeId: '', account: '' },
    ...setup,
  };
  return startNode('tests/bench/server/bare-fastify.ts', {
    env: { BARE_SETUP: JSON.stringify(whole), NODE_ENV: 'production', ...env },
    readyPath: '/read',
    nodeOptions,
  });
};
