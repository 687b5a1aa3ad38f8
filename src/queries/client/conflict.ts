import { code } from '#contract/codes.ts';
import { ApiError } from '@/api/ApiError.ts';

/** Somebody else was quicker, or another window of this form: the server tells what it has. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === code.conflict;
