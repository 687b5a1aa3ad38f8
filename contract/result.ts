/** The three results of a check point, free of zod, so that the client can use them at run time. */
export const RESULTS = ['qualified', 'unqualified', 'notApplicable'] as const;
export type Result = (typeof RESULTS)[number];

/** Of what is 不适用 nothing is judged: it counts neither in a score nor in a failure rate. */
export const isJudged = (result: Result): boolean => result !== 'notApplicable';

export const resultLabel: Record<Result, string> = { qualified: '合格', unqualified: '不合格', notApplicable: '不适用' };
