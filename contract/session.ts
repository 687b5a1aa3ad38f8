import { z } from 'zod';
import { optionalFilter, optionalText, requiredText, wholeNumber } from './fields.ts';
import { ASKED_PASSWORD_MAX, LOGIN_TYPE } from './limits.ts';
import { rules } from './rules.ts';

/** What the client stores of the signed-in person; telephone, e-mail and ID card are masked by the server. */
export const userInfo = z.object({
  employeeId: z.string(),
  roleId: z.number().default(1),
  avator: z.string(),
  compName: z.string(),
  /** What the own institution's screens are headed with; empty where it has no title of its own. */
  siteTitle: z.string(),
  employeeName: z.string(),
  compNo: z.string(),
  specCode: z.string(),
  isAdmin: z.number(),
  account: z.string(),
  sex: z.string(),
  tel: z.string(),
  email: z.string(),
  idCard: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  /** True until an initial or reset password was replaced. */
  mustChangePassword: z.boolean(),
});
export type UserInfo = z.infer<typeof userInfo>;

/** Sent in the query as the specification has it; a body is accepted too, so that passwords need not be in an address. */
export const credentials = z.object({
  userNo: requiredText(64, rules.account),
  password: z.string('必填项不能为空').min(1, '必填项不能为空').max(ASKED_PASSWORD_MAX, '密码过长'),
  loginType: wholeNumber(LOGIN_TYPE, LOGIN_TYPE, '登录方式不支持'),
});

export const tokens = z.object({
  accessToken: z.string(),
  /** When the access token ends. */
  expiresTime: z.string(),
  refreshToken: z.string(),
});
export type Tokens = z.infer<typeof tokens>;

export const signedIn = tokens.extend({ user: userInfo });
export type SignedIn = z.infer<typeof signedIn>;

/** One sign-in of the own account that still holds, with all tokens that it was renewed by. */
export const accountSession = z.object({
  id: z.string(),
  /** That of the call itself. */
  isCurrent: z.boolean(),
  /** As the browser calls itself. */
  userAgent: z.string(),
  address: z.string(),
  signedInAt: z.string(),
  /** To some minutes. */
  lastUsedAt: z.string(),
});
export type AccountSession = z.infer<typeof accountSession>;

export const endedSessions = z.object({ count: z.number() });

export const refreshRequest = z.object({ refreshToken: requiredText(200) });

/** The refresh token names the session where the access token in the header was lost or replaced. */
export const signOutRequest = z.strictObject({ refreshToken: optionalText(200) });

export const accountCheck = z.object({ account: requiredText(64, rules.account) });
export const accountCheckAnswer = z.object({ available: z.boolean() });

/** Of what the site tells of itself; all of it is answered, whichever is asked for. */
export const siteQuery = z.object({ key: optionalFilter(z.enum(['siteTitle', 'compName', 'version'], '没有这项站点信息')) });
export const site = z.object({ siteTitle: z.string(), compName: z.string(), version: z.string() });
export type Site = z.infer<typeof site>;
