import { code } from '#contract/codes.ts';

/** Whether the server said that there is no such thing, or none that this person may see. */
export const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === code.notFound;
