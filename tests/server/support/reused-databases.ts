/**
 * PostgreSQL alone: migrated databases, which the servers of a worker use one after the other. To copy and drop one for each
 * server costs more than most tests.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { inject as provided } from 'vitest';
import { createTestDatabase, type TestDatabase, withClient } from './database.ts';

/** What a copy of the migrated database is compared with when a server has used it. */
export interface UnusedState {
  /** Changes with all but rows: tables, columns, indexes, triggers, functions, rights, settings, and where sequences stand. */
  schema: string;
  /** Of each table that migrations fill. */
  rows: Record<string, string>;
}

/** Each change of a table, a function or a right writes a row in one of these, and a row that is written moves. */
const catalogues =
  'attribute attrdef constraint default_acl event_trigger extension index inherits largeobject_metadata policy proc publication rewrite sequence statistic_ext trigger type'.split(' ');

/** Vacuuming writes into `pg_class` as well, and who makes a temporary table leaves a schema behind. */
const schemaParts = [
  ...catalogues.map((name) => `select concat_ws(' ', tableoid, ctid, xmin) from pg_${name}`),
  "select concat_ws(' ', oid, relname, relnamespace, relowner, relkind, relpersistence, relrowsecurity, relforcerowsecurity, reloptions, relacl) from pg_class",
  "select concat_ws(' ', oid, nspname, nspowner, nspacl) from pg_namespace where nspname !~ '^pg_(toast_)?temp_'",
  "select concat_ws(' ', seqrelid, pg_sequence_last_value(seqrelid)) from pg_sequence",
  "select concat_ws(' ', setrole, setconfig) from pg_db_role_setting join pg_database on pg_database.oid = setdatabase where datname = current_database()",
];
const readSchema = `select sum(hashtextextended(part, 0))::text as schema from (${schemaParts.join(' union all ')}) parts(part)`;

/** Of those that are there when a database is made. */
const FIRST_OWN_OID = 16_384;
/** What was never written has no page. */
const writtenTables = `select oid::regclass::text as name from pg_class where relkind = 'r' and oid >= ${FIRST_OWN_OID} and pg_relation_size(oid) > 0`;

/** Of a database that was migrated and nothing else. */
export async function readUnusedState(client: pg.Client): Promise<UnusedState> {
  const rows: UnusedState['rows'] = {};
  for (const table of await listWritten(client)) rows[table] = await readRows(client, table);
  return { schema: await valueOf(client, readSchema), rows };
}

const free: TestDatabase[] = [];

/** A database with this release's tables and nothing in them. `drop` gives it to the next who asks. */
export async function takeMigratedDatabase(): Promise<TestDatabase> {
  const migrated = provided('migratedDatabase');
  if (migrated === undefined) throw new Error('no database was migrated for this project');
  const database = free.pop() ?? (await createTestDatabase(`template ${migrated.name}`));
  let givenBack: Promise<void> | undefined;
  const giveBack = async (): Promise<void> => {
    if (await makeUnused(database.url, migrated.unused)) free.push(database);
    else await database.drop();
  };
  return { url: database.url, drop: () => (givenBack ??= giveBack()) };
}

/** @returns whether the database is like a new one; else somebody changed more than rows or still uses it, or we may not empty it */
const makeUnused = (url: string, unused: UnusedState): Promise<boolean> =>
  withClient(url, async (client) => {
    if (!(await maySkipTriggers(client)) || !(await isLeftAlone(client)) || (await valueOf(client, readSchema)) !== unused.schema) return false;
    await empty(client, unused);
    return true;
  });

/** Foreign keys, and what keeps the audit records: a superuser alone passes over them. */
export const maySkipTriggers = async (client: pg.Client): Promise<boolean> => (await valueOf(client, 'show is_superuser')) === 'on';

const PATIENCE_MS = 1000;

/** A pool is closed before its connections are gone. */
async function isLeftAlone(client: pg.Client): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < PATIENCE_MS; await delay(10)) {
    const others = "select count(*)::text from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()";
    if ((await valueOf(client, others)) === '0') return true;
  }
  return false;
}

/** Truncating takes twice as long: it writes every file of a table and its indexes anew, and those of all tables that refer to it. */
async function empty(client: pg.Client, unused: UnusedState): Promise<void> {
  const written: string[] = [];
  for (const table of await listWritten(client)) {
    const rows = unused.rows[table];
    if (rows === undefined || (await readRows(client, table)) !== rows) written.push(table);
  }
  // Nobody needs these rows after a crash.
  await client.query('set synchronous_commit = off');
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  for (const table of written) {
    await client.query(`delete from ${table}`);
    const rows = unused.rows[table];
    if (rows !== undefined) await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [rows]);
  }
  // What the planner knows of the tables.
  await client.query(`delete from pg_statistic where starelid >= ${FIRST_OWN_OID}`);
  await client.query('commit');
  if (written.length > 0) await client.query(`vacuum ${written.join(', ')}`);
  await client.query(`update pg_class set relpages = 0, reltuples = -1, relallvisible = 0 where oid >= ${FIRST_OWN_OID} and relkind = 'r' and reltuples <> -1`);
}

const listWritten = async (client: pg.Client): Promise<string[]> => (await client.query<{ name: string }>(writtenTables)).rows.map(({ name }) => name);

const readRows = (client: pg.Client, table: string): Promise<string> =>
  valueOf(client, `select coalesce(json_agg(row order by row::text), '[]')::text from (select to_jsonb(t) as row from ${table} t) rows`);

async function valueOf(client: pg.Client, query: string): Promise<string> {
  const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' });
  return rows[0]?.[0] ?? '';
}
