import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { roleOf } from '#contract/roles.ts';
import type { AccountSession, SignedIn, Tokens, UserInfo } from '#contract/session.ts';
import { networkOf } from '../../caller-address.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { sharedSecret } from '../../database/shared-secret.ts';
import { badRequest, notFound, notSignedIn, signedOut } from '../../errors.ts';
import { recordAudit, recordSignIn } from '../audit/audit-service.ts';
import { createPasswordGuard } from './password-guard.ts';
import { verifyPassword } from './password-service.ts';
import { toAccountSession, toUserInfo } from './session-presenter.ts';
import {
  type AccountRow,
  createSessionLookUp,
  findAccount,
  findAccountById,
  findAddresses,
  findByAccessHash,
  findByRefreshHash,
  findById,
  findOpenSessions,
  holdEmployee,
  insertSession,
  isFamilyOf,
  isFamilyOpen,
  markUsed,
  revokeAllOf,
  revokeFamily,
  revokeSession,
  type SessionRow,
  setLastSignIn,
  setSuccessor,
} from './session-repository.ts';
import { hashToken, newToken } from './token.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const ACCESS_MS = 2 * HOUR_MS;
const REFRESH_MS = 30 * DAY_MS;
/** However often a session is refreshed, the password is asked for again after this. */
const LONGEST_SESSION_MS = 90 * DAY_MS;
/** So that not every call writes. */
const NOTE_USE_EVERY_MS = 5 * 60 * 1000;
const USER_AGENT_MAX = 300;

/** Where a call comes from. */
export interface Origin {
  address: string;
  userAgent: string;
}

/** Why that sign-in is over, where its person has to know. A reset is told until the person has chosen a password. */
function endOf({ revoked_at: revokedAt, enabled, must_change_password: mustChange }: Pick<SessionRow, 'revoked_at'> & Pick<AccountRow, 'enabled' | 'must_change_password'>) {
  if (enabled !== 1) return '账号已停用，请联系管理员';
  return revokedAt !== null && mustChange === 1 ? '密码已由管理员重置，请用新密码登录' : undefined;
}

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(context: ServerContext) {
  const { db, dialect, now } = context;
  const lookUp = createSessionLookUp(context);
  const guard = createPasswordGuard(context);

  /** Who holds an access token. @throws AppError signedOut for one that is unknown, expired or revoked */
  const findCaller = async (token: string, address: string, log: FastifyBaseLogger): Promise<Caller> => {
    const row = await lookUp(hashToken(token));
    const time = now();
    const at = time.toISOString();
    if (row === undefined) throw signedOut();
    if (row.revoked_at !== null || row.access_expires_at <= at || row.enabled !== 1) throw signedOut(endOf(row));
    // From the first use on a repeated refresh token is a stolen one, so that use has to be known.
    if (row.last_used_at === null) await markUsed(db, row.session_id, at);
    else if (row.last_used_at <= new Date(time.getTime() - NOTE_USE_EVERY_MS).toISOString()) {
      // A full disk must not end reading as well.
      await markUsed(db, row.session_id, at).catch((error: unknown) => {
        log.error({ err: error }, 'the use of a session could not be noted');
      });
    }
    return {
      employeeId: row.employee_id,
      account: row.account,
      employeeName: row.employee_name,
      compNo: row.comp_no,
      deptId: row.dept_id,
      role: roleOf({ isAdmin: row.is_admin }),
      mustChangePassword: row.must_change_password === 1,
      sessionId: row.session_id,
      familyId: row.family_id,
      address,
    };
  };

  const openSession = async (
    trx: Queryable,
    employeeId: string,
    origin: Origin,
    family: { id: string; signedInAt: Date },
  ): Promise<{ id: string; tokens: Tokens }> => {
    const at = now();
    const end = Math.min(at.getTime() + REFRESH_MS, family.signedInAt.getTime() + LONGEST_SESSION_MS);
    const accessToken = newToken();
    const refreshToken = newToken();
    const row: SessionRow = {
      id: uuidv7(),
      family_id: family.id,
      employee_id: employeeId,
      access_hash: hashToken(accessToken),
      access_expires_at: new Date(Math.min(at.getTime() + ACCESS_MS, end)).toISOString(),
      refresh_hash: hashToken(refreshToken),
      refresh_expires_at: new Date(end).toISOString(),
      address: origin.address,
      user_agent: origin.userAgent.slice(0, USER_AGENT_MAX),
      signed_in_at: family.signedInAt.toISOString(),
      created_at: at.toISOString(),
      used_at: null,
      last_used_at: null,
      successor_id: null,
      revoked_at: null,
    };
    await insertSession(trx, row);
    return { id: row.id, tokens: { accessToken, expiresTime: row.access_expires_at, refreshToken } };
  };

  /** @returns undefined when the account was disabled or got another password since it was checked */
  const startSession = (employee: AccountRow, origin: Origin): Promise<Tokens | undefined> =>
    db.transaction().execute(async (trx) => {
      await holdEmployee(trx, dialect, employee.id);
      const current = await findAccountById(trx, employee.id);
      if (current?.enabled !== 1 || current.password_hash !== employee.password_hash) return undefined;
      const at = now();
      const { tokens } = await openSession(trx, employee.id, origin, { id: uuidv7(), signedInAt: at });
      await setLastSignIn(trx, employee.id, at.toISOString());
      await recordSignIn(
        trx,
        {
          account: employee.account,
          employee: { id: employee.id, compNo: employee.comp_no },
          address: origin.address,
          succeeded: true,
          summary: '登录',
        },
        at,
      );
      return tokens;
    });

  /** What stands for an account in the table of failures. People type passwords into its field, so nobody may read it there, nor guess and check. */
  const subjectOf = async (accountKey: string): Promise<string> =>
    createHmac('sha256', await sharedSecret(db, 'attemptKey'))
      .update(accountKey)
      .digest('hex');

  /** Whether the account was in use from that network lately: its owner, as far as can be told. */
  const isAtHome = async (accountKey: string, address: string): Promise<boolean> =>
    (await findAddresses(db, accountKey)).some((known) => networkOf(known) === networkOf(address));

  /** Known and unknown accounts, wrong passwords and disabled accounts all answer alike. */
  const signIn = async (credentials: { userNo: string; password: string }, origin: Origin): Promise<SignedIn> => {
    const accountKey = credentials.userNo.toLowerCase();
    let known: AccountRow | undefined;
    const recordFailure = (summary: string): Promise<void> => {
      const owner = known === undefined ? undefined : { id: known.id, compNo: known.comp_no };
      // What was typed for an account that nobody has may be a password.
      return recordSignIn(db, { account: known === undefined ? '' : credentials.userNo, employee: owner, address: origin.address, succeeded: false, summary }, now());
    };
    const employee = await guard.attempt({
      subject: await subjectOf(accountKey),
      address: origin.address,
      isFamiliar: () => isAtHome(accountKey, origin.address),
      check: async () => {
        known = await findAccount(db, accountKey);
        const isRight = await verifyPassword(known?.password_hash, credentials.password);
        return isRight && known?.enabled === 1 ? known : undefined;
      },
      onLocked: async (what) => {
        known = await findAccount(db, accountKey);
        await recordFailure(what === 'account' ? '登录失败：错误次数过多，已锁定' : '登录失败：该网络多个账号错误次数过多，已暂停其他账号登录');
      },
    });
    const tokens = employee === undefined ? undefined : await startSession(employee, origin);
    if (employee === undefined || tokens === undefined) {
      await recordFailure('登录失败');
      throw badRequest('账号或密码错误');
    }
    return { ...tokens, user: toUserInfo(employee) };
  };

  /**
   * New tokens for a refresh token. A token may be repeated as long as the pair it was exchanged for was never used,
   * since the answer may have been lost on the way; afterwards somebody else must hold it, and the whole family ends.
   */
  const refresh = async (refreshToken: string, origin: Origin): Promise<SignedIn> => {
    const refreshHash = hashToken(refreshToken);
    const presented = await findByRefreshHash(db, refreshHash);
    if (presented === undefined) throw signedOut();
    // A failure inside the transaction would undo the revocation, so it is reported afterwards.
    const signedIn = await db.transaction().execute(async (trx): Promise<SignedIn | undefined> => {
      // Every change of a person's sessions holds the person first, so that two of them neither cross nor deadlock.
      await holdEmployee(trx, dialect, presented.employee_id);
      const session = await findByRefreshHash(trx, refreshHash);
      const employee = await findAccountById(trx, presented.employee_id);
      const at = now();
      if (session === undefined || employee === undefined || session.refresh_expires_at <= at.toISOString()) return undefined;
      const successor = session.successor_id === null ? undefined : await findById(trx, dialect, session.successor_id);
      const isReused = session.revoked_at !== null || (successor !== undefined && (successor.used_at !== null || successor.successor_id !== null));
      if (isReused || employee.enabled !== 1) {
        const revoked = await revokeFamily(trx, session.family_id, at.toISOString());
        if (isReused && revoked > 0) await recordReuse(trx, employee, origin, at);
        return undefined;
      }
      if (successor !== undefined) await revokeSession(trx, successor.id, at.toISOString());
      const { id, tokens } = await openSession(trx, employee.id, origin, {
        id: session.family_id,
        signedInAt: new Date(session.signed_in_at),
      });
      await setSuccessor(trx, session.id, id);
      return { ...tokens, user: toUserInfo(employee) };
    });
    if (signedIn === undefined) throw signedOut(await endOfRefresh(refreshHash));
    return signedIn;
  };

  const endOfRefresh = async (refreshHash: string): Promise<string | undefined> => {
    const session = await findByRefreshHash(db, refreshHash);
    const employee = session && (await findAccountById(db, session.employee_id));
    return session && employee && endOf({ ...employee, ...session });
  };

  const recordReuse = (trx: Queryable, employee: AccountRow, origin: Origin, at: Date) =>
    recordSignIn(
      trx,
      {
        account: employee.account,
        employee: { id: employee.id, compNo: employee.comp_no },
        address: origin.address,
        succeeded: false,
        summary: '旧的刷新令牌被再次使用，该次登录的全部会话已注销',
      },
      at,
    );

  /**
   * Ends the sign-in that either token belongs to, and all tokens that it was renewed by. An access token that has expired
   * will do: a phone that comes back after hours leaves as well.
   * @throws AppError notSignedIn without a token, signedOut for a sign-in that is not known or has ended
   */
  const signOut = async ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }, address: string): Promise<void> => {
    if (accessToken === '' && refreshToken === '') throw notSignedIn();
    const presented = (await findByAccessHash(db, hashToken(accessToken))) ?? (await findByRefreshHash(db, hashToken(refreshToken)));
    const employee = presented === undefined ? undefined : await findAccountById(db, presented.employee_id);
    if (presented === undefined || employee === undefined) throw signedOut();
    const revoked = await db.transaction().execute(async (trx) => {
      const at = now();
      await holdEmployee(trx, dialect, employee.id);
      const count = await revokeFamily(trx, presented.family_id, at.toISOString());
      if (count === 0) return 0;
      await recordAudit(
        trx,
        { employeeId: employee.id, compNo: employee.comp_no, account: employee.account, address },
        { action: 'session.signOut', objectType: 'employee', objectId: employee.id, summary: '退出登录' },
        at,
      );
      return count;
    });
    if (revoked === 0) throw signedOut();
  };

  /**
   * Ends sessions of an employee, within the transaction of what makes it necessary; the employee's row has to be held there.
   * @param keptFamilyId the session that goes on, for a person who changes the own password
   */
  const endSessions = (trx: Queryable, employeeId: string, keptFamilyId?: string): Promise<void> =>
    revokeAllOf(trx, employeeId, keptFamilyId, now().toISOString());

  /** Whether a sign-in still holds, whatever became of the token that it was known by. */
  const isOpen = (signIn: { familyId: string; employeeId: string }, trx: Queryable = db): Promise<boolean> => isFamilyOpen(trx, signIn, now().toISOString());

  const listSessions = async (caller: Caller): Promise<AccountSession[]> =>
    (await findOpenSessions(db, caller.employeeId, now().toISOString())).map((row) => toAccountSession(row, caller.familyId));

  /** Signs the own account out on one device. */
  const endSession = (caller: Caller, familyId: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const at = now();
      await holdEmployee(trx, dialect, caller.employeeId);
      if (!(await isFamilyOf(trx, familyId, caller.employeeId))) throw notFound();
      if ((await revokeFamily(trx, familyId, at.toISOString())) > 0) await recordEnd(trx, caller, '退出本账号在一台设备上的登录', at);
    });

  /** @returns how many devices were signed out */
  const endOtherSessions = (caller: Caller): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const at = now();
      await holdEmployee(trx, dialect, caller.employeeId);
      const open = await findOpenSessions(trx, caller.employeeId, at.toISOString());
      const count = open.filter((row) => row.family_id !== caller.familyId).length;
      await revokeAllOf(trx, caller.employeeId, caller.familyId, at.toISOString());
      if (count > 0) await recordEnd(trx, caller, `退出本账号在其他 ${count} 台设备上的登录`, at);
      return count;
    });

  const recordEnd = (trx: Queryable, caller: Caller, summary: string, at: Date) =>
    recordAudit(trx, caller, { action: 'session.end', objectType: 'employee', objectId: caller.employeeId, summary }, at);

  /** Whether a signed-in person knows the own password; guessing is limited as at sign-in. */
  const knowsPassword = async (caller: Caller, passwordHash: string, password: string): Promise<boolean> => {
    const found = await guard.attempt({
      subject: `${await subjectOf(caller.account.toLowerCase())}#change`,
      address: caller.address,
      isFamiliar: () => Promise.resolve(true),
      check: async () => ((await verifyPassword(passwordHash, password)) ? true : undefined),
      onLocked: () => {
        const summary = '修改自己的密码：原密码错误次数过多，已锁定';
        return recordAudit(db, caller, { action: 'employee.password', objectType: 'employee', objectId: caller.employeeId, summary, hasFailed: true }, now());
      },
    });
    return found === true;
  };

  const userInfo = async (caller: Caller): Promise<UserInfo> => {
    const employee = await findAccountById(db, caller.employeeId);
    if (employee === undefined) throw signedOut();
    return toUserInfo(employee);
  };

  return { findCaller, signIn, refresh, signOut, listSessions, endSession, endOtherSessions, endSessions, isOpen, knowsPassword, userInfo };
}
