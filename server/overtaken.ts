import { code } from '#contract/codes.ts';
import { AppError } from './errors.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Refuses a change of fields that somebody else has changed since the form was opened, each in their own way.
 * @param read what the form began with, by field; who saves once more leaves it out, and overwrites
 * @param told fields whose value may be told
 */
export function refuseOvertaken(read: Values | undefined, now: Values, changes: Values, told: readonly string[]): void {
  if (read === undefined) return;
  const fields = Object.keys(changes).filter((field) => changes[field] !== undefined && read[field] !== undefined && now[field] !== read[field] && now[field] !== changes[field]);
  if (fields.length === 0) return;
  const details = fields.map((field) => {
    const value = told.includes(field) ? `改为“${String(now[field])}”` : '修改';
    return { field, message: `刚刚被其他管理员${value}，再次保存以您填写的为准` };
  });
  throw new AppError({ code: code.conflict, status: 409 }, '刚刚被其他管理员修改，再次保存以您填写的为准', { details });
}
