import { code, type Code } from '#contract/codes.ts';
import type { FieldError } from '#contract/envelope.ts';
import { errorCodeOf } from './error-code.ts';

/** A failure that the caller may read: `message` is a sentence in Chinese that says what to do. */
export class AppError extends Error {
  readonly code: Code;
  readonly status: number;
  readonly details: FieldError[] | undefined;
  /** Seconds after which another try makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(kind: { code: Code; status: number }, message: string, more: { details?: FieldError[]; retryAfter?: number } = {}) {
    super(message);
    this.name = 'AppError';
    this.code = kind.code;
    this.status = kind.status;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
  }
}

export const badRequest = (message: string) => new AppError({ code: code.badRequest, status: 400 }, message);
export const validationFailed = (details: FieldError[]) =>
  new AppError({ code: code.validation, status: 422 }, details[0]?.message ?? '提交的内容不正确', { details });
/** A single wrong field, found by a rule that needs the database. */
export const wrongField = (field: string, message: string) => validationFailed([{ field, message }]);
export const forbidden = () => new AppError({ code: code.forbidden, status: 403 }, '没有权限执行此操作');
/** A page of another site makes the browser send this. */
export const otherSite = () => new AppError({ code: code.forbidden, status: 403 }, '请求来自其他网站，已拒绝。请直接打开本系统的网址后再试');
/** Until a password that somebody else knows was replaced. */
export const passwordChangeDue = () => new AppError({ code: code.forbidden, status: 403 }, '请先修改初始密码');
/** Also for what belongs to somebody else: the answer must not tell the two apart. */
export const notFound = (message = '记录不存在') => new AppError({ code: code.notFound, status: 404 }, message);
export const conflict = (message: string, details?: FieldError[]) => new AppError({ code: code.conflict, status: 409 }, message, details && { details });
export const tooLarge = (message: string) => new AppError({ code: code.tooLarge, status: 413 }, message);
/** Told from the headers of a body. */
export const unsupportedType = (message = '不支持的内容类型') => new AppError({ code: code.badRequest, status: 415 }, message);
export const tooManyAttempts = (message: string, retryAfter: number) =>
  new AppError({ code: code.tooManyAttempts, status: 429 }, message, { retryAfter });
export const unavailable = (message: string) => new AppError({ code: code.unavailable, status: 503 }, message);
/** No token was sent. */
export const notSignedIn = () => new AppError({ code: code.signedOut, status: 401 }, '请先登录');
/**
 * A token was sent that holds no more: status 200, so that both ways out of the specification are real.
 * @param why where the person has to know more than that it is over: the client says it in place of its own sentence
 */
export const signedOut = (why?: string) =>
  new AppError({ code: code.signedOut, status: 200 }, why ?? '登录已过期，请重新登录', why === undefined ? {} : { details: [{ field: 'signIn', message: why }] });

const fullCodes = new Set(['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);
const storeGoneCodes = new Set(['ESTOREGONE', 'EROFS', 'EIO', 'ESTALE', 'EACCES', 'EPERM', 'ENOTDIR']);
/** Codes of PostgreSQL (connection, resources, shutting down, files it cannot read or write, the limit for locks, a standby) and of SQLite. */
const databaseGoneCode = /^(08|53|57P|58|25006$|25P03$|40001$|40P01$|55P03$|XX00[12]$|SQLITE_(BUSY|CANTOPEN|CORRUPT|IOERR|LOCKED|NOTADB|PROTOCOL|READONLY))/;
const unreachableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
/** What the driver of PostgreSQL says without a code when a connection is lost, or none is to be had. */
const connectionLostMessage = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Postgres connection has been discarded)/;

/** What passes by itself or by an operator's hand, told from what the server does wrong; undefined for the latter. */
export function outageOf(error: Error): AppError | undefined {
  const reason = errorCodeOf(error);
  if (fullCodes.has(reason)) return unavailable('服务器存储空间不足，内容未保存，请联系管理员');
  if (storeGoneCodes.has(reason)) return unavailable('文件存储暂时不可用，请稍后重试');
  // A statement met its limit of time, and may at every try: the database itself answers.
  if (reason === '57014') return unavailable('处理时间过长，没有完成，没有任何更改。请稍后重试；仍不成功时，请缩小范围分几次进行，或联系管理员');
  if (databaseGoneCode.test(reason) || unreachableCodes.has(reason) || (reason === '' && connectionLostMessage.test(error.message))) {
    return unavailable('数据库暂时不可用，请稍后重试');
  }
  return undefined;
}
