import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '#contract/audit-action.ts';
import { shanghaiTime } from '#contract/calendar.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { Employee } from '#contract/staff.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../database/dialect.ts';
import { findFirst, once } from '../../database/operations.ts';
import { conflict, notFound, passwordChangeDue, signedOut, wrongField } from '../../errors.ts';
import { refuseOvertaken, type SomeOf } from '../../overtaken.ts';
import { changedContent, recordAudit, whoDidLast } from '../audit/audit-service.ts';
import { findDepartmentName } from '../departments/department-service.ts';
import { hashPassword } from '../session/password-service.ts';
import type { SessionService } from '../session/session-service.ts';
import { commonPasswordCheck } from './common-passwords.ts';
import { losesAdmin, mayChangePassword, maySeeInFull, ownChangeProblem } from './staff-policy.ts';
import { toFullEmployee } from './staff-presenter.ts';
import {
  type EmployeeChanges,
  findByAccount,
  findById,
  findHeld,
  findPassword,
  hasOtherAdmin,
  type HeldEmployee,
  insert,
  isAccountTaken,
  setPassword,
  update,
} from './staff-repository.ts';

export interface AddedEmployee {
  account: string;
  pwd: string;
  employeeName: string;
  sex: string;
  tel: string;
  email: string;
  idCard: string;
  deptId: string;
  isAdmin: number;
  enabled: number;
}

/** So long whoever was told a new password may not have used it. */
const JUST_RESET_MS = 10 * 60_000;

/** In the audit log, for what was done on the server itself. */
const OPERATOR = '运维命令';

const fieldLabels: Record<keyof EmployeeChanges, string> = {
  employeeName: '姓名',
  deptId: '科室',
  isAdmin: '角色',
  enabled: '状态',
  sex: '性别',
  tel: '手机号',
  email: '邮箱',
  idCard: '身份证号',
};

const toFields = (row: HeldEmployee): Required<EmployeeChanges> => ({
  employeeName: row.employee_name,
  deptId: row.dept_id,
  isAdmin: row.is_admin,
  enabled: row.enabled,
  sex: row.sex,
  tel: row.tel,
  email: row.email,
  idCard: row.id_card,
});

/** As the audit log tells them. */
const namesOf = async (trx: Queryable, compNo: string, { deptId, isAdmin }: EmployeeChanges) => ({
  deptId: deptId === undefined ? undefined : await findDepartmentName(trx, compNo, deptId),
  isAdmin: isAdmin === undefined ? undefined : isAdmin === 1 ? '管理员' : '普通用户',
});

const accountTaken = () => wrongField('account', '账号已存在');
const oldPasswordWrong = () => wrongField('oldPwd', '原密码错误');
const departmentGone = () => wrongField('deptId', '科室不存在');

/** What another one took or deleted between the check and the write. */
function refusalOf(error: unknown): unknown {
  if (isUniqueViolation(error)) return accountTaken();
  return isForeignKeyViolation(error) ? departmentGone() : error;
}

export function createStaffService(context: ServerContext, sessions: SessionService) {
  const { db, dialect, now } = context;

  const requireDepartment = async (trx: Queryable, compNo: string, deptId: string): Promise<void> => {
    if ((await findDepartmentName(trx, compNo, deptId)) === undefined) throw departmentGone();
  };

  const requireUncommon = async (field: string, password: string, account: string): Promise<void> => {
    const isCommon = await commonPasswordCheck();
    if (isCommon(password, account)) throw wrongField(field, '密码过于常见，请更换');
  };

  /** One person in full, which is audited as the reading of personal data. */
  const show = (caller: Caller, id: string): Promise<Employee> =>
    db.transaction().execute(async (trx) => {
      const row = await findById(trx, caller.compNo, id);
      if (row === undefined || !maySeeInFull(caller, id)) throw notFound();
      await recordAudit(
        trx,
        caller,
        { action: 'employee.read', objectType: 'employee', objectId: id, summary: `查看人员 ${row.account} 的完整信息` },
        now(),
      );
      return toFullEmployee(row);
    });

  const add = async (caller: Caller, { pwd, ...fields }: AddedEmployee): Promise<string> => {
    await requireUncommon('pwd', pwd, fields.account);
    const at = now();
    const passwordHash = await hashPassword(pwd);
    try {
      return await once(db, caller.operation, async (trx) => {
        const id = uuidv7();
        await requireDepartment(trx, caller.compNo, fields.deptId);
        if (await isAccountTaken(trx, fields.account.toLowerCase())) throw accountTaken();
        await insert(trx, { ...fields, id, compNo: caller.compNo, passwordHash, createdAt: at.toISOString() });
        await recordAudit(
          trx,
          caller,
          { action: 'employee.add', objectType: 'employee', objectId: id, summary: `新增人员 ${fields.account}` },
          at,
        );
        return id;
      });
    } catch (error) {
      throw refusalOf(error);
    }
  };

  const applyChanges = async (
    caller: Caller,
    id: string,
    changes: EmployeeChanges,
    describe: (before: HeldEmployee, trx: Queryable) => Promise<{ action: AuditAction; summary: string }>,
    read?: SomeOf<keyof EmployeeChanges>,
  ): Promise<void> => {
    try {
      await once(db, caller.operation, async (trx) => {
        const at = now();
        await holdCompany(trx, dialect, caller.compNo);
        const before = await findHeld(trx, dialect, caller.compNo, id);
        if (before === undefined) throw notFound();
        const fields = toFields(before);
        refuseOvertaken(fields, read, changes, ['employeeName', 'deptId'], await namesOf(trx, caller.compNo, fields));
        if (changes.deptId !== undefined) await requireDepartment(trx, caller.compNo, changes.deptId);
        const problem = id === caller.employeeId ? ownChangeProblem(before, changes) : undefined;
        if (problem !== undefined) throw conflict(problem);
        if (losesAdmin(before, changes) && !(await hasOtherAdmin(trx, caller.compNo, id))) {
          throw conflict('机构至少需要一名能登录的管理员');
        }
        await update(trx, caller.compNo, id, changes, at.toISOString());
        if (changes.enabled === 0) await sessions.endSessions(trx, id);
        await recordAudit(trx, caller, { objectType: 'employee', objectId: id, ...(await describe(before, trx)) }, at);
      });
    } catch (error) {
      throw refusalOf(error);
    }
  };

  /** @param read what the form began with */
  const change = (caller: Caller, id: string, changes: EmployeeChanges, read?: SomeOf<keyof EmployeeChanges>): Promise<void> =>
    applyChanges(
      caller,
      id,
      changes,
      async (before, trx) => {
        const fields = toFields(before);
        const was = { ...fields, ...(await namesOf(trx, caller.compNo, fields)) };
        const is = { ...changes, ...(await namesOf(trx, caller.compNo, changes)) };
        return { action: 'employee.update', summary: `修改人员 ${before.account}${changedContent(fieldLabels, was, is, ['deptId', 'isAdmin'])}` };
      },
      read,
    );

  /** Disables: what a person recorded keeps its author. */
  const disable = (caller: Caller, id: string): Promise<void> =>
    applyChanges(caller, id, { enabled: 0 }, ({ account }) => Promise.resolve({ action: 'employee.delete', summary: `停用人员 ${account}` }));

  /** What another administrator told the person a moment ago would no longer be right. */
  const refuseSecondReset = async (trx: Queryable, caller: Caller, { id, must_change_password: isNew }: HeldEmployee, at: Date): Promise<void> => {
    if (isNew === 0) return;
    const since = new Date(at.getTime() - JUST_RESET_MS).toISOString();
    const quicker = await whoDidLast(trx, { compNo: caller.compNo, action: 'employee.resetPassword', objectId: id, since });
    if (typeof quicker?.id !== 'string' || quicker.id === caller.employeeId) return;
    const message = `${quicker.name}刚刚（${shanghaiTime(quicker.at).slice(11, 16)}）重置过这个账号的密码，再次重置后，那次的新密码不能再用`;
    throw conflict(message, [{ field: 'account', message }]);
  };

  /** Ends every other session of the account. After an administrator's reset the person has to choose a new password. */
  const changePassword = async (caller: Caller, input: CallRequest<'updateCompanyAccountPwd'>['body']): Promise<void> => {
    // The old password is no longer right then.
    if ((await findFirst(db, caller.operation)) !== undefined) return;
    const found = await findPassword(db, caller.compNo, input.account.toLowerCase());
    if (found === undefined || !mayChangePassword(caller, found.id)) throw notFound();
    const isOwn = found.id === caller.employeeId;
    if (!isOwn && caller.mustChangePassword) throw passwordChangeDue();
    if (isOwn) {
      if (input.oldPwd === '') throw wrongField('oldPwd', '必填项不能为空');
      if (!(await sessions.knowsPassword(caller, found.password_hash, input.oldPwd))) {
        const event = { action: 'employee.password', objectType: 'employee', objectId: found.id, summary: '修改自己的密码：原密码错误' } as const;
        await recordAudit(db, caller, { ...event, hasFailed: true }, now());
        throw oldPasswordWrong();
      }
      if (input.pwd === input.oldPwd) throw wrongField('pwd', '新密码不能与原密码相同');
    }
    await requireUncommon('pwd', input.pwd, found.account);
    const passwordHash = await hashPassword(input.pwd);
    await once(db, caller.operation, async (trx) => {
      const at = now();
      const held = await findHeld(trx, dialect, caller.compNo, found.id);
      if (held === undefined) throw notFound();
      // Hashing takes a while: a reset may have ended this session meanwhile, and what it set has to stay.
      if (!(await sessions.isOpen(caller, trx))) throw signedOut();
      if (isOwn && (await findPassword(trx, caller.compNo, found.account.toLowerCase()))?.password_hash !== found.password_hash) throw oldPasswordWrong();
      if (!isOwn && held.enabled === 0) throw conflict('账号已停用，请先启用再重置密码');
      if (!isOwn && input.again === 0) await refuseSecondReset(trx, caller, held, at);
      await setPassword(trx, found.id, { passwordHash, mustChange: !isOwn, at: at.toISOString() });
      await sessions.endSessions(trx, found.id, isOwn ? caller.familyId : undefined);
      await recordAudit(
        trx,
        caller,
        {
          action: isOwn ? 'employee.password' : 'employee.resetPassword',
          objectType: 'employee',
          objectId: found.id,
          summary: isOwn ? '修改自己的密码' : `重置人员 ${found.account} 的密码`,
        },
        at,
      );
    });
  };

  /**
   * For an operator, when nobody is left who could sign in and do it: ends every session of the account, whose person has
   * to choose a new password.
   * @returns undefined when nobody has the account
   */
  const resetPassword = async (account: string, password: string) => {
    const passwordHash = await hashPassword(password);
    return db.transaction().execute(async (trx) => {
      const found = await findByAccount(trx, account.toLowerCase());
      if (found === undefined) return undefined;
      const at = now();
      await findHeld(trx, dialect, found.comp_no, found.id);
      await setPassword(trx, found.id, { passwordHash, mustChange: true, at: at.toISOString() });
      await sessions.endSessions(trx, found.id);
      await recordAudit(
        trx,
        { compNo: found.comp_no, employeeId: null, account: OPERATOR, address: '' },
        { action: 'employee.resetPassword', objectType: 'employee', objectId: found.id, summary: `在服务器上重置人员 ${found.account} 的密码` },
        at,
      );
      return { account: found.account, employeeName: found.employee_name, compName: found.comp_name, isEnabled: found.enabled === 1 };
    });
  };

  /** In any company: accounts are unique in the whole system. */
  const isAvailable = async (account: string): Promise<boolean> => !(await isAccountTaken(db, account.toLowerCase()));

  return { show, add, change, disable, changePassword, resetPassword, isAvailable };
}
