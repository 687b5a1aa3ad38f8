import { z } from 'zod';
import { asAsked, DAY_WRONG, REQUIRED_MESSAGE, type Rule, tooLongMessage, trimText } from './rules.ts';

/** Characters that may be dropped from a text, besides as many as it may have in the end. */
const BLANKS_AROUND = 100;

/**
 * Text as it is stored: without blanks around it, and as its rule has it. What cannot become short enough is refused before
 * anything looks at its characters.
 */
const textOf = (message: string, max: number, rule?: Rule) =>
  z
    .string(message)
    .max(2 * max + BLANKS_AROUND, { error: tooLongMessage(max), abort: true })
    .overwrite((value) => asAsked(trimText(value), rule))
    .max(max, tooLongMessage(max))
    .refine(hasNoControlCharacters, '含有不支持的字符');

/** Text that must be there; surrounding white space is dropped. */
export const requiredText = (max: number, rule?: Rule) => {
  const text = textOf(REQUIRED_MESSAGE, max, rule).min(1, REQUIRED_MESSAGE);
  // An empty one is told once.
  return rule ? text.refine((value) => value === '' || rule.test(value), rule.message) : text;
};

/** Text that may be absent or empty, and is checked only when it is not empty. */
export const optionalText = (max: number, rule?: Rule) => {
  const text = textOf('必须为文本', max, rule);
  return (rule ? text.refine((value) => value === '' || rule.test(value), rule.message) : text).default('');
};

/** PostgreSQL cannot store U+0000, and a lone surrogate is no text; line breaks and tabs are. */
function hasNoControlCharacters(text: string): boolean {
  return !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(text) && !/\p{Surrogate}/u.test(text);
}

/** Text of one form, which has a length that it never exceeds. */
export function shortText(max: number, form: RegExp, message: string) {
  return z.string(message).max(max, { error: message, abort: true }).regex(form, message);
}

export const NO_ID_MESSAGE = '编号格式错误';

/** How an id is written, for expressions of several. */
export const ID_FORM = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
export const ID_LENGTH = 36;
const ID = new RegExp(`^${ID_FORM}$`);
/** Identifier: a UUID in lower case. Those made by us are version 7 (RFC 9562). */
export const id = shortText(ID_LENGTH, ID, NO_ID_MESSAGE);
/** The same of a single value, for lists that are too long for a sentence on each that is wrong. */
export const isId = (value: unknown): boolean => typeof value === 'string' && ID.test(value);
/** An identifier that {@link isId} has looked at already: to look twice at hundreds of thousands would hold others up. */
export const knownId = z.string().max(ID_LENGTH).meta({ pattern: ID.source });

/** A text that a form began with: it is compared, and never stored. */
export const textRead = textOf('必须为文本', 1000).optional();

/** Calendar day `YYYY-MM-DD`, which has to exist. */
export const day = z.iso.date(DAY_WRONG);

/** Instant, ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3, error: '时间格式错误' });

/** SHA-256 of a file's bytes, 64 hexadecimal digits in lower case. */
export const sha256 = shortText(64, /^[0-9a-f]{64}$/, '文件校验值格式错误');

/** Counts the values that were accepted; a phone sends the one that it saw. */
export const revision = z.number('版本号错误').int('版本号错误').min(0, '版本号错误').max(1_000_000_000, '版本号错误');

/** A filter that may be left empty, as search forms send it. */
export const optionalFilter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** By what a list is ordered, where somebody wants another order than its own. */
export const orderedBy = <const Fields extends readonly [string, ...string[]]>(fields: Fields) => ({
  sortBy: optionalFilter(z.enum(fields, '不能按这一项排序')),
  sortOrder: optionalFilter(z.enum(['asc', 'desc'], '排序只能为升序或降序')),
});

/**
 * Whole number, as JSON has it or as text, since a query knows only text. Anything else is refused and not converted:
 * `true`, `null` and `[1]` are no numbers.
 * @param messages for what is no whole number, and for one outside the bounds where that has words of its own
 */
export const wholeNumber = (min: number, max: number, messages: string | { type: string; min: string; max: string }) => {
  const { type, min: tooSmall, max: tooLarge } = typeof messages === 'string' ? { type: messages, min: messages, max: messages } : messages;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?[0-9]{1,15}$/.test(value) ? Number(value) : value),
    z.number(type).int(type).min(min, tooSmall).max(max, tooLarge),
  );
};
