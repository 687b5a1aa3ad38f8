import { v7 as uuidv7 } from 'uuid';
import type { CallRequest } from '#contract/endpoints.ts';
import { OWN_ITEMS_MAX } from '#contract/limits.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import { once } from '../../database/operations.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { refuseOvertaken } from '../../overtaken.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { countOwnItems, findItem, insertItem, isItemInUse, isItemNameTaken, updateItem } from './check-item-repository.ts';

/** Own items and points stand behind the national ones of the same parent, however many those become. */
export const FIRST_OWN_PLACE = 10_000;

const nameTaken = () => wrongField('itemName', '该类别下已有同名的自查项目');

/** Adds an own item below a category. */
export async function addItem({ db, dialect, now }: ServerContext, caller: Caller, fields: { parentId: string; itemName: string }): Promise<string> {
  return await once(db, caller.operation, async (trx) => {
    const id = uuidv7();
    await holdCompany(trx, dialect, caller.compNo);
    const parent = await findItem(trx, caller.compNo, fields.parentId);
    if (parent === undefined) throw wrongField('parentId', '自查类别不存在');
    if (parent.parent_id !== null) throw wrongField('parentId', '只能在类别下新增自查项目');
    if (await isItemNameTaken(trx, caller.compNo, parent.id, fields.itemName, undefined)) throw nameTaken();
    const { count, last } = await countOwnItems(trx, caller.compNo);
    if (count >= OWN_ITEMS_MAX) throw conflict(`最多新增 ${OWN_ITEMS_MAX} 个自查项目`);
    const sort = Math.max(last ?? 0, FIRST_OWN_PLACE) + 1;
    await insertItem(trx, { id, comp_no: caller.compNo, parent_id: parent.id, item_name: fields.itemName, sort });
    const summary = `新增自查项目：${parent.item_name} / ${fields.itemName}`;
    await recordAudit(trx, caller, { action: 'checkItem.add', objectType: 'checkItem', objectId: id, summary }, now());
    return id;
  });
}

/** @throws AppError with the name that somebody else has given it since the form was opened */
export async function renameItem({ db, dialect, now }: ServerContext, caller: Caller, { id, itemName, read }: CallRequest<'updateCheckItem'>['body']): Promise<void> {
  await once(db, caller.operation, async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const item = await findItem(trx, caller.compNo, id);
    if (item === undefined) throw notFound();
    if (item.comp_no === null) throw conflict('国家库的类别和项目不能修改');
    refuseOvertaken({ itemName: item.item_name }, read, { itemName }, ['itemName']);
    if (await isItemNameTaken(trx, caller.compNo, item.parent_id, itemName, id)) throw nameTaken();
    await updateItem(trx, caller.compNo, id, { item_name: itemName });
    const summary = `修改自查项目 ${item.item_name}，改名为 ${itemName}`;
    await recordAudit(trx, caller, { action: 'checkItem.update', objectType: 'checkItem', objectId: id, summary }, now());
  });
}

/** Only an empty one. It is hidden, not removed: what was issued before still names it. */
export async function deleteItem({ db, dialect, now }: ServerContext, caller: Caller, id: string): Promise<void> {
  const at = now();
  await once(db, caller.operation, async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const item = await findItem(trx, caller.compNo, id);
    if (item === undefined) throw notFound();
    if (item.comp_no === null) throw conflict('国家库的类别和项目不能删除');
    if (await isItemInUse(trx, id)) throw conflict('项目下还有检查要点，请先移到其他项目或废止');
    await updateItem(trx, caller.compNo, id, { retired_at: at.toISOString() });
    const summary = `删除自查项目 ${item.item_name}`;
    await recordAudit(trx, caller, { action: 'checkItem.delete', objectType: 'checkItem', objectId: id, summary }, at);
  });
}
