import { availableParallelism } from 'node:os';
import pg from 'pg';
import { defaultExclude, type TestProjectConfiguration } from 'vitest/config';

const SECOND = 1000;
/** Long enough for a machine that is busy with something else: a wait that ends early tells nothing about the product. */
const patience: TestOptions = { testTimeout: 30 * SECOND, expect: { poll: { timeout: 15 * SECOND } } };
/** Tests wait for browsers, databases, processes and timers for a third of their time: half as many again as there are cores keep them busy. */
export const FILES_AT_A_TIME = Math.ceil(availableParallelism() * 1.5);
/** Not beside the tests of other projects, which leave a browser little of two cores. */
const besideBrowsers = { sequence: { groupOrder: 1 } } satisfies TestOptions;
const localPostgres = 'postgres://postgres@127.0.0.1:5432/test';

/** Every test project: one per process and place, so that each part can be run alone with `vitest run --project`. */
export async function testProjects(): Promise<TestProjectConfiguration[]> {
  const postgres = await postgresUrl();
  return [
    nodeProject('contract', ['tests/contract/**/*.test.ts']),
    // Each file has globals and modules of its own, in a process that has compiled most of them for a file before.
    // A page for each costs more than most of them: modules that need one ask for it by a comment.
    nodeProject('src', ['tests/src/**/*.test.ts'], { pool: 'vmForks', setupFiles: ['tests/support/page-setup.ts'] }),
    nodeProject('screens', ['tests/src/**/*.test.tsx'], { pool: 'vmForks', environment: 'jsdom', setupFiles: ['tests/support/page-setup.ts'] }),
    nodeProject('sw', ['tests/sw/**/*.test.ts']),
    ...databaseProjects('sqlite', {}),
    ...(postgres === undefined ? [] : databaseProjects('postgres', { TEST_DATABASE_URL: postgres })),
    nodeProject('scripts', ['tests/scripts/**/*.test.ts'], { testTimeout: 60 * SECOND }),
    nodeProject('architecture', ['tests/architecture/**/*.test.ts'], { testTimeout: 60 * SECOND, hookTimeout: 60 * SECOND }),
    nodeProject('build', ['tests/build/**/*.test.ts']),
    nodeProject('deploy', ['tests/deploy/**/*.test.ts'], {
      // Two server processes want PostgreSQL; without one, the rest is tried with one process and SQLite.
      env: postgres === undefined ? { TEST_DATABASE: 'sqlite' } : { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres },
      // Processes are started, ended and started again.
      testTimeout: 180 * SECOND,
      hookTimeout: 180 * SECOND,
    }),
    nodeProject('e2e', ['tests/e2e/**/*.test.ts'], {
      ...besideBrowsers,
      isolate: false,
      globalSetup: ['tests/e2e/seeded-data.ts'],
      testTimeout: 120 * SECOND,
      hookTimeout: 120 * SECOND,
      // A machine that is busy for a moment is no defect of the product. Tests of the promise allow themselves none.
      retry: 1,
    }),
    nodeProject('faults', ['tests/faults/**/*.test.ts'], {
      ...besideBrowsers,
      isolate: false,
      globalSetup: ['tests/e2e/seeded-data.ts'],
      // A tap that a busy machine does not get through in time says nothing; what the checker finds is not tried again.
      retry: { count: 1, condition: /Timeout/ },
    }),
  ];
}

/** What asks no database anything, or what others ask on both, is proved once, beside SQLite. */
const withoutDatabase = [
  'tests/server/{config,error-handler,import-turns,message-framing,request-bodies,security-headers}.test.ts',
  'tests/server/database/{gather-look-ups,statement-cache}.test.ts',
  'tests/server/{files,library}/*.test.ts',
  'tests/server/modules/{draft-text,laws-text}.test.ts',
];

type TestOptions = NonNullable<Extract<TestProjectConfiguration, { test?: unknown }>['test']>;

function nodeProject(name: string, include: string[], options: TestOptions = {}): TestProjectConfiguration {
  return { extends: true, test: { ...patience, name, environment: 'node', include, ...options } };
}

/** What is proved on each database. */
function databaseProjects(database: 'sqlite' | 'postgres', given: Record<string, string>): TestProjectConfiguration[] {
  const env = { TEST_DATABASE: database, ...given };
  const globalSetup = database === 'postgres' ? ['tests/server/support/migrated-database.ts'] : [];
  const exclude = [...defaultExclude, ...(database === 'sqlite' ? [] : withoutDatabase)];
  return [
    // What a file starts is its own, so that it may share the server's modules instead of reading them anew. None leaves a module changed.
    nodeProject(`server-${database}`, ['tests/server/**/*.test.ts'], { env, exclude, globalSetup, isolate: false, testTimeout: 30 * SECOND, hookTimeout: 60 * SECOND }),
    // Mostly waits, so that browsers may run beside it; the two of npm run test:fleet, with all their phones, come one after the other.
    nodeProject(`fleet-${database}`, ['tests/fleet/**/*.test.ts'], { env, globalSetup, sequence: { groupOrder: database === 'sqlite' ? 1 : 2 }, hookTimeout: 60 * SECOND }),
  ];
}

/**
 * Where tests find PostgreSQL: always when TEST_DATABASE_URL asks for them, so that a wrong address fails;
 * else when a local server lets us in; else a line says that they were left out.
 */
async function postgresUrl(): Promise<string | undefined> {
  const asked = process.env['TEST_DATABASE_URL'];
  const url = asked ?? localPostgres;
  if (asked !== undefined || (await canConnect(url))) return url;
  console.warn(`PostgreSQL tests were NOT run: no server at ${localPostgres}; set TEST_DATABASE_URL to run them.`);
  return undefined;
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: SECOND });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
