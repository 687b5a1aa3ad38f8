import type { FieldError } from '#contract/envelope.ts';
import { ApiError } from '@/api/ApiError.ts';

/** Which fields the server found wrong; none when the failure concerns no field. */
export const fieldErrorsOf = (error: unknown): FieldError[] => (error instanceof ApiError ? (error.details ?? []) : []);
