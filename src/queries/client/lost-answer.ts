import { ApiError, isTransient } from '@/api/ApiError.ts';

/** Whether what failed may have been done all the same: our server never answered. */
export const isAnswerLost = (error: unknown): boolean => error instanceof ApiError && error.code === null && !error.isUnsent && isTransient(error);
