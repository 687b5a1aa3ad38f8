import type { Queryable } from '../../context.ts';
import { contains } from '../../database/dialect.ts';

const selectColumns = (db: Queryable, compNo: string) =>
  db.selectFrom('test_resource').where('comp_no', '=', compNo).select(['id', 'name', 'remark', 'enabled', 'created_at']);

export const findById = (db: Queryable, compNo: string, id: string) => selectColumns(db, compNo).where('id', '=', id).executeTakeFirst();

export type TestResourceRow = NonNullable<Awaited<ReturnType<typeof findById>>>;

export async function paginate(db: Queryable, compNo: string, query: { pageNum: number; pageSize: number; name: string }) {
  const hasName = contains('name', query.name);
  const { total } = await db
    .selectFrom('test_resource')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('comp_no', '=', compNo)
    .$if(query.name !== '', (select) => select.where(hasName))
    .executeTakeFirstOrThrow();
  const records = await selectColumns(db, compNo)
    .$if(query.name !== '', (select) => select.where(hasName))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.pageNum - 1) * query.pageSize)
    .execute();
  return { records, total, pageNum: query.pageNum, pageSize: query.pageSize };
}

export async function insert(db: Queryable, row: { id: string; compNo: string; name: string; remark: string; createdAt: string }): Promise<void> {
  await db
    .insertInto('test_resource')
    .values({ id: row.id, comp_no: row.compNo, name: row.name, remark: row.remark, enabled: 1, created_at: row.createdAt })
    .execute();
}

/** @returns how many of them there were */
export async function update(
  db: Queryable,
  compNo: string,
  ids: string[],
  changes: { name: string; remark: string } | { enabled: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('test_resource')
    .set(changes)
    .where('comp_no', '=', compNo)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** @returns how many of them there were */
export async function remove(db: Queryable, compNo: string, ids: string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('test_resource')
    .where('comp_no', '=', compNo)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
