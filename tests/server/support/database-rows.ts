import type { ServerContext } from '../../../server/context.ts';
import { SECRETS } from '../../../server/database/shared-secret.ts';
import type { Tables } from '../../../server/database/tables.ts';

/** Change with every sign-in and every call, refused ones too. */
const journals = ['session', 'sign_in_attempt', 'audit_record'];
/** Large, and written by no call. */
const library = ['law', 'law_article'];
/** What the nation has of these is large too, and written by no call. */
const shared = ['check_item', 'check_point', 'check_point_version'];

const tablesOf = new WeakMap<object, Promise<string[]>>();

/** All that calls store, as text to compare and to search in. */
export async function readRows({ db }: ServerContext): Promise<string> {
  const tables = tablesOf.get(db) ?? db.introspection.getTables().then((found) => found.map((table) => table.name).toSorted());
  tablesOf.set(db, tables);
  const names = (await tables).filter((name) => !journals.includes(name) && !library.includes(name));
  const texts = await Promise.all(
    names.map(async (name) => {
      const rows = await (shared.includes(name) ? ownRows(db, name as Shared) : name === 'setting' ? settings(db) : db.selectFrom(name as keyof Tables).selectAll().execute());
      return `${name}\n${rows.map((row) => JSON.stringify(row)).toSorted().join('\n')}`;
    }),
  );
  return texts.join('\n');
}

/** All but keys, which no call gives away and no restore brings back. */
const settings = (db: ServerContext['db']): Promise<unknown[]> => db.selectFrom('setting').selectAll().where('name', 'not in', SECRETS).execute();

type Shared = 'check_item' | 'check_point' | 'check_point_version';

const ownRows = (db: ServerContext['db'], name: Shared): Promise<unknown[]> =>
  name === 'check_point_version'
    ? db
        .selectFrom(name)
        .selectAll()
        .where('point_id', 'in', (eb) => eb.selectFrom('check_point').select('id').where('comp_no', 'is not', null))
        .execute()
    : db.selectFrom(name).selectAll().where('comp_no', 'is not', null).execute();
