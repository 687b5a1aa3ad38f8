/** The three results of a check point, free of zod, so that the client can use them at run time. */
export const RESULTS = ['qualified', 'unqualified', 'notApplicable'] as const;
export type Result = (typeof RESULTS)[number];

/** What is given on a point besides a result: that its answer is taken back. */
export const CLEARED = 'cleared';
export const GIVEN_RESULTS = [...RESULTS, CLEARED] as const;
export type GivenResult = (typeof GIVEN_RESULTS)[number];

/** Of what is 不适用 nothing is judged: it counts neither in a score nor in a failure rate. */
export const isJudged = (result: Result): boolean => result !== 'notApplicable';

export const resultLabel: Record<Result, string> = { qualified: '合格', unqualified: '不合格', notApplicable: '不适用' };
export const givenResultLabel: Record<GivenResult, string> = { ...resultLabel, [CLEARED]: '已清除结果' };
