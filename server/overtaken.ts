import { conflict } from './errors.ts';

/** What a form began with, or what it sends, by field; what is undefined is no part of it. */
export type SomeOf<Field extends string> = Readonly<Partial<Record<Field, unknown>>>;

/**
 * Fields that a change would overwrite although somebody else has put something else there since the form was opened. Two who
 * change different fields both get their way, and so does who sends the same once more.
 */
export const overtakenFields = <Field extends string>(now: Readonly<Record<Field, unknown>>, read: SomeOf<NoInfer<Field>>, changes: SomeOf<NoInfer<Field>>): Field[] =>
  (Object.keys(now) as Field[]).filter((field) => changes[field] !== undefined && read[field] !== undefined && now[field] !== read[field] && now[field] !== changes[field]);

/**
 * Says at each such field that it was changed; who saves once more sends no `read`, and overwrites.
 * @param told fields whose value may be told
 * @param words how those are told whose value says nothing to a person
 */
export function refuseOvertaken<Field extends string>(
  now: Readonly<Record<Field, unknown>>,
  read: SomeOf<NoInfer<Field>> | undefined,
  changes: SomeOf<NoInfer<Field>>,
  told: readonly NoInfer<Field>[],
  words?: SomeOf<NoInfer<Field>>,
): void {
  if (read === undefined) return;
  const details = overtakenFields(now, read, changes).map((field) => {
    const deed = told.includes(field) ? turnedInto(words?.[field] ?? now[field]) : '修改';
    return { field, message: `刚刚被其他管理员${deed}，再次保存以您填写的为准` };
  });
  if (details.length > 0) throw conflict('刚刚被其他管理员修改，再次保存以您填写的为准', details);
}

const turnedInto = (value: unknown): string => (value === '' ? '清空' : `改为“${String(value)}”`);
