import type { Queryable } from '../../context.ts';

/** An item that the company may see. */
export const findItem = (db: Queryable, compNo: string, id: string) =>
  db
    .selectFrom('check_item')
    .select(['id', 'comp_no', 'parent_id', 'item_name'])
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .where((eb) => eb.or([eb('comp_no', 'is', null), eb('comp_no', '=', compNo)]))
    .executeTakeFirst();

export async function isItemNameTaken(
  db: Queryable,
  compNo: string,
  parentId: string | null,
  itemName: string,
  exceptId: string | undefined,
): Promise<boolean> {
  const row = await db
    .selectFrom('check_item')
    .select('id')
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('item_name', '=', itemName)
    .where('retired_at', 'is', null)
    .where((eb) => eb.or([eb('comp_no', 'is', null), eb('comp_no', '=', compNo)]))
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** Own items in use, and the last place that one takes. */
export const countOwnItems = (db: Queryable, compNo: string): Promise<{ count: number; last: number | null }> =>
  db
    .selectFrom('check_item')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('sort').as('last')])
    .where('comp_no', '=', compNo)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();

export async function insertItem(
  trx: Queryable,
  row: { id: string; comp_no: string; parent_id: string; item_name: string; sort: number },
): Promise<void> {
  await trx.insertInto('check_item').values(row).execute();
}

export async function updateItem(trx: Queryable, compNo: string, id: string, change: { item_name?: string; retired_at?: string }): Promise<void> {
  await trx.updateTable('check_item').set(change).where('comp_no', '=', compNo).where('id', '=', id).execute();
}

/** Whether anything in use stands below the item. */
export async function isItemInUse(db: Queryable, id: string): Promise<boolean> {
  const point = await db
    .selectFrom('check_point')
    .select('id')
    .where((eb) => eb.or([eb('item_id', '=', id), eb('category_id', '=', id)]))
    .where('retired_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (point !== undefined) return true;
  const child = await db.selectFrom('check_item').select('id').where('parent_id', '=', id).where('retired_at', 'is', null).limit(1).executeTakeFirst();
  return child !== undefined;
}
