import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { migrationsFor } from '../../server/database/migrate.ts';
import { startServer } from '../../server/start-server.ts';
import { testDialect } from './support/database.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { answerAll, issueToInternal, somePointIds, submit } from './support/task-fixture.ts';

const upgradeProcess = fileURLToPath(new URL('support/upgrade-process.ts', import.meta.url));
const run = promisify(execFile);

let server: TestServer;
afterEach(() => server.stop());

/** Processes of the next release that start at once. @returns which migrations each ran */
const upgradeBy = (processes: number): Promise<string[][]> =>
  Promise.all(
    Array.from({ length: processes }, async () => {
      const { stdout } = await run(process.execPath, [upgradeProcess, server.dataDir, server.databaseUrl]);
      return JSON.parse(stdout) as string[];
    }),
  );

/** Rows of each table. */
async function countRows(): Promise<Record<string, number>> {
  const { db } = server.context;
  const counts: Record<string, number> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

test('the next release brings all data along; of processes that start at once one migrates, and the others wait', async () => {
  server = await startTestServer();
  const { deptTaskId, pointIds } = await issueToInternal(server, { pointIds: await somePointIds(server, 20) });
  await answerAll(server, deptTaskId, pointIds, pointIds.slice(0, 3));
  expect(await submit(server, deptTaskId)).toMatchObject({ code: 1000 });
  const before = await countRows();
  expect(before['answer']).toBe(20);

  expect((await upgradeBy(8)).flat()).toEqual(['9999-next']);
  expect(await upgradeBy(1)).toEqual([[]]);

  expect(await countRows()).toEqual(before);
  const { rows } = await sql<{ remark: string; length_of_remark: number }>`select remark, length_of_remark from answer`.execute(server.context.db);
  expect(rows.filter((row) => row.length_of_remark === row.remark.length)).toHaveLength(20);
  expect(rows.filter((row) => row.length_of_remark > 0)).toHaveLength(3);
  const { rows: people } = await sql<{ portrait: string }>`select portrait from employee`.execute(server.context.db);
  expect(people).toHaveLength(before['employee'] ?? 0);

  if (testDialect === 'sqlite') {
    // The way back: what the release before wrote, whole, and nothing half done beside it.
    const copies = (await readdir(server.dataDir)).filter((name) => name.includes('.before-'));
    expect(copies).toEqual(['zyzc.db.before-9999-next']);
    const copy = new SqliteDatabase(join(server.dataDir, copies[0] ?? ''), { readonly: true });
    expect(copy.prepare('select count(*) from answer where revision > 0').pluck().get()).toBe(20);
    expect(copy.prepare('select name from kysely_migration').pluck().all()).toEqual(Object.keys(migrationsFor(testDialect)));
    copy.close();
  }
});

test('a release refuses a database that a later one has changed', async () => {
  server = await startTestServer();
  expect((await upgradeBy(1)).flat()).toEqual(['9999-next']);
  const config = readConfig({ DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl, LOG_LEVEL: 'silent' });
  await expect(startServer({ config, clientDirectory: join(server.dataDir, 'client') })).rejects.toThrow('9999-next');
});
