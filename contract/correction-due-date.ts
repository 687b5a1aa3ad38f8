import { addDays, daysBetween } from './calendar.ts';
import { CORRECT_DAYS_MAX } from './limits.ts';

/** A department needs so many days at least to correct what is returned to it. */
const RETURN_DAYS_MIN = 3;

/** The 整改期限 that a return gives its items unless the administrator chooses another: the one before, or the task's days anew. */
export const proposedDueDate = ({ dueDate, correctDays }: { dueDate: string; correctDays: number }, today: string): string =>
  daysBetween(today, dueDate) >= RETURN_DAYS_MIN ? dueDate : addDays(today, correctDays);

/** @returns what is wrong with the 整改期限 of a return, or undefined. Both days are of Shanghai. */
export function dueDateProblem(dueDate: string, today: string): string | undefined {
  if (dueDate < today) return '整改期限不能早于今天';
  return daysBetween(today, dueDate) > CORRECT_DAYS_MAX ? `整改期限不能晚于 ${CORRECT_DAYS_MAX} 天后` : undefined;
}
