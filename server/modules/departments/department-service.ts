import { v7 as uuidv7 } from 'uuid';
import type { DepartmentOption } from '#contract/department.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import { isClosedOn } from '#contract/department-kind.ts';
import { DEPARTMENT_SORT_MAX } from '#contract/limits.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/dialect.ts';
import { once } from '../../database/operations.ts';
import { conflict, notFound, wrongField } from '../../errors.ts';
import { refuseOvertaken, type SomeOf } from '../../overtaken.ts';
import { changedContent, recordAudit } from '../audit/audit-service.ts';
import {
  close,
  type DepartmentChanges,
  type DepartmentFields,
  findLastSort,
  findName,
  giveKind,
  hasStaff,
  hasTasks,
  holdClosing,
  holdFields,
  holdKinds,
  insert,
  isNameTaken,
  listOptions,
  type NewDepartment,
  remove,
  update,
} from './department-repository.ts';

/** Every department of a company, in its order. */
export const listDepartmentOptions = ({ db }: { db: Queryable }, compNo: string): Promise<DepartmentOption[]> => listOptions(db, compNo);

/** Those that are open on a day: who a new task can go to. */
export const listOpenDepartments = async ({ db }: { db: Queryable }, compNo: string, day: string): Promise<DepartmentOption[]> =>
  (await listOptions(db, compNo)).filter((department) => !isClosedOn(day, department));

/** The name of a department of the company, or undefined. */
export const findDepartmentName = (db: Queryable, compNo: string, id: string): Promise<string | undefined> => findName(db, compNo, id);

/** @throws AppError when the company has no such department, as of one that was deleted since it was chosen */
export async function requireDepartment(db: Queryable, compNo: string, id: string): Promise<void> {
  if ((await findName(db, compNo, id)) === undefined) throw notFound('科室不存在，请改选其他科室');
}

/** Besides the name, which is told with what it was. */
const fieldLabels: Record<Exclude<keyof DepartmentFields, 'deptName'>, string> = {
  leader: '负责人',
  tel: '联系电话',
  extension: '分机号',
  sort: '排序',
  remark: '备注',
  kind: '科室类别',
};

const nameTaken = () => wrongField('deptName', '科室名称已存在');
const inUse = () => conflict('科室下还有人员（包括已停用的），请先将人员移到其他科室');

export async function addDepartment({ db, now }: ServerContext, caller: Caller, department: NewDepartment): Promise<string> {
  const at = now();
  return await orNameTaken(
    once(db, caller.operation, async (trx) => {
      const id = uuidv7();
      if (await isNameTaken(trx, caller.compNo, department.deptName, undefined)) throw nameTaken();
      const fields = { ...department, kind: department.kind ?? null, sort: department.sort ?? placeAfter(await findLastSort(trx, caller.compNo)) };
      await insert(trx, { id, compNo: caller.compNo, createdAt: at.toISOString(), fields });
      await recordAudit(trx, caller, { action: 'dept.add', objectType: 'dept', objectId: id, summary: `新增科室 ${fields.deptName}` }, at);
      return id;
    }),
  );
}

/** @param read what the form began with */
export async function changeDepartment({ db, dialect, now }: ServerContext, caller: Caller, id: string, changes: DepartmentChanges, read?: SomeOf<keyof DepartmentChanges>): Promise<void> {
  await orNameTaken(
    once(db, caller.operation, async (trx) => {
      const before = await holdFields(trx, dialect, caller.compNo, id);
      if (before === undefined) throw notFound();
      refuseOvertaken(before, read, changes, ['deptName', 'leader', 'tel', 'extension', 'remark']);
      const { deptName = before.deptName } = changes;
      if (await isNameTaken(trx, caller.compNo, deptName, id)) throw nameTaken();
      await update(trx, caller.compNo, id, changes);
      const renamed = before.deptName === deptName ? '' : `，改名为 ${deptName}`;
      const summary = `修改科室 ${before.deptName}${renamed}${changedContent(fieldLabels, before, changes, ['leader'])}`;
      await recordAudit(trx, caller, { action: 'dept.update', objectType: 'dept', objectId: id, summary }, now());
    }),
  );
}

export async function deleteDepartment({ db, now }: ServerContext, caller: Caller, id: string): Promise<void> {
  try {
    await once(db, caller.operation, async (trx) => {
      const deptName = await findName(trx, caller.compNo, id);
      if (deptName === undefined) throw notFound();
      if (await hasStaff(trx, id)) throw inUse();
      if (await hasTasks(trx, id)) throw conflict('科室已有检查任务，不能删除');
      await remove(trx, caller.compNo, id);
      await recordAudit(trx, caller, { action: 'dept.delete', objectType: 'dept', objectId: id, summary: `删除科室 ${deptName}` }, now());
    });
  } catch (error) {
    // Somebody or some task came into the department between the check and the deletion.
    throw isForeignKeyViolation(error) ? conflict('科室正在使用，不能删除') : error;
  }
}

/** Gives kinds to departments that have none; the others keep theirs. @returns how many had none */
export async function setDeptKinds({ db, dialect, now }: ServerContext, caller: Caller, { kinds }: CallRequest<'setDeptKinds'>['body']): Promise<number> {
  const kindOf = new Map(kinds.map(({ id, kind }) => [id, kind]));
  return await once(db, caller.operation, async (trx) => {
    const depts = await holdKinds(trx, dialect, caller.compNo, [...kindOf.keys()]);
    if (depts.length < kindOf.size) throw notFound();
    const without = depts.filter(({ kind }) => kind === null);
    const given = without.map(({ dept_name: name }) => name);
    const count = given.length;
    if (count === 0) return 0;
    for (const kind of new Set(kindOf.values())) {
      await giveKind(trx, dialect, kind, without.flatMap(({ id }) => (kindOf.get(id) === kind ? [id] : [])));
    }
    const summary = `为 ${count} 个科室补上科室类别：${given.slice(0, 5).join('、')}${count > 5 ? ' 等' : ''}`;
    await recordAudit(trx, caller, { action: 'dept.kinds', objectType: 'dept', objectId: caller.compNo, summary }, now());
    return count;
  });
}

/**
 * From the day on it is in no picker, duty or plan; what it did stays. Safe to repeat.
 * @throws AppError with the day that somebody else has set since the form was opened
 */
export async function closeDepartment({ db, dialect, now }: ServerContext, caller: Caller, { id, from, read }: CallRequest<'closeCompanyDept'>['body']): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await holdClosing(trx, dialect, caller.compNo, id);
    if (before === undefined) throw notFound();
    if (before.closed_from === from) return;
    refuseOvertaken({ from: before.closed_from ?? '' }, read, { from }, ['from']);
    await close(trx, caller.compNo, id, from);
    const summary = `停用科室 ${before.dept_name}，自 ${from} 起`;
    await recordAudit(trx, caller, { action: 'dept.close', objectType: 'dept', objectId: id, summary }, now());
  });
}

/** Opens a closed department again. Safe to repeat. */
export async function openDepartment({ db, dialect, now }: ServerContext, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await holdClosing(trx, dialect, caller.compNo, id);
    if (before === undefined) throw notFound();
    if (before.closed_from === null) return;
    await close(trx, caller.compNo, id, null);
    await recordAudit(trx, caller, { action: 'dept.open', objectType: 'dept', objectId: id, summary: `恢复科室 ${before.dept_name}` }, now());
  });
}

/** Where a department comes that asks for no place. */
export const placeAfter = (sort: number): number => Math.min(sort + 1, DEPARTMENT_SORT_MAX);

/** Two of the same name at once pass the check, and one fails on the unique key. */
async function orNameTaken<Answer>(writing: Promise<Answer>): Promise<Answer> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error;
  }
}
