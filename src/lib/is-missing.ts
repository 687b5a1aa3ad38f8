import { code } from '#contract/codes.ts';

/** Whether the server said that there is no such thing, or none that this person may see. */
export const isMissing = (error: Error | null): boolean => error !== null && 'code' in error && error.code === code.notFound;
