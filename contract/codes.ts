/** Application codes of the envelope (specification section 7, design section 4). */
export const code = {
  success: 1000,
  badRequest: 4000,
  signedOut: 4001,
  forbidden: 4003,
  notFound: 4004,
  conflict: 4009,
  tooLarge: 4013,
  validation: 4022,
  tooManyAttempts: 4029,
  internal: 5000,
  unavailable: 5003,
} as const;

export type Code = (typeof code)[keyof typeof code];

/** Too slow, too early, too many, too much: the server, or what stands before it, is fine and says no for now. */
export const busyStatuses: ReadonlySet<number | null> = new Set([408, 425, 429, 503]);

/** What the client shows for every call that succeeded. */
export const SUCCESS_TEXT = '操作成功';
