/**
 * The validation rules of the specification's section 5, each once, with its exact message.
 * Free of zod, so that the sign-in screen can use them without loading it; `fields.ts` makes schemas of them.
 */
export interface Rule {
  /** True when the text satisfies the rule; an empty text is never passed to it. */
  test: (text: string) => boolean;
  message: string;
  /** A password is taken as it was typed; of anything else the blanks around it are dropped before it is looked at. */
  keepsBlanks?: boolean;
  /** Makes what is meant of what was typed or pasted: of a number, without what programs and people write round its digits. */
  normalize?: (text: string) => string;
}

/** Digits and letters that are as wide as Chinese characters become plain ones. */
export const toPlainWidth = (text: string): string => text.replace(/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]+/g, (wide) => wide.normalize('NFKC'));

const BLANK = /[\s\p{Cf}]/u;

/** Without white space around it, and without the marks of direction and width that nobody sees and that come with what is pasted. */
export function trimText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** What a rule looks at, and what is sent and stored of it. */
export const asAsked = (text: string, rule: Rule | undefined): string => rule?.normalize?.(text) ?? text;

/** Without the marks of direction and width that nobody sees. */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}+/gu, '');
/** Plain width, no blank, and one kind of dash. */
const toCode = (text: string): string =>
  text
    .replace(/[\s\p{Cf}]+/gu, '')
    .replace(/[\uFF01-\uFF5E]+/g, (wide) => wide.normalize('NFKC'))
    // An apostrophe keeps digits as text in a spreadsheet.
    .replace(/^['‘’]/, '')
    .replace(/[\p{Pd}\u2212]/gu, '-');
const withoutDashes = (code: string): string => code.replaceAll('-', '') || code;
const toMobile = (text: string): string => withoutDashes(toCode(text)).replace(/^\(?(?:\+|00)?86\)?(?=1[0-9]{10}$)/, '');
/** With the zero of its area code, which a country's code before it leaves out. */
const toLandline = (text: string): string =>
  toCode(text)
    .replace(/^(?:\+|00)86-?0?(?=[1-9])/, '0')
    .replace(/^\((0[0-9]{2,3})\)/, '$1');

export const REQUIRED_MESSAGE = '必填项不能为空';
export const DAY_WRONG = '请填写存在的日期，格式为 YYYY-MM-DD';

/** In a person's form and in the server's answer alike. */
export const tooLongMessage = (max: number): string => `最多 ${max} 个字符`;

const matches = (pattern: RegExp, message: string, rest: Partial<Rule> = {}): Rule => ({ test: (text) => pattern.test(text), message, ...rest });
const asTyped = { keepsBlanks: true };
const visible = { normalize: withoutInvisible };
const code = { normalize: toCode };

export const rules = {
  url: matches(/^https?:\/\/[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*(?::\d{1,5})?(?:[/?#]\S*)?$/iu, 'URL个数错误', visible),
  digits: matches(/^[0-9]+$/, '只能输入纯数字', code),
  account: matches(/^[A-Za-z0-9]+$/, '账号为字母数字组成', visible),
  password: matches(/^[A-Za-z0-9]+$/, '密码为字母数字组成', asTyped),
  phone: matches(/^1[3-9][0-9]{9}$/, '手机号格式不正确', { normalize: toMobile }),
  email: matches(/^[A-Za-z0-9](?:[A-Za-z0-9._%+-]*[A-Za-z0-9_%+-])?@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/, '邮箱地址格式不正确', visible),
  landline: matches(/^(?:0[0-9]{2,3}-?)?[0-9]{7,8}$/, '电话号码格式不正确', { normalize: toLandline }),
  nonNegativeInteger: matches(/^(?:0|[1-9][0-9]*)$/, '只能输入非负整数', code),
  positiveInteger: matches(/^[1-9][0-9]*$/, '只能输入正整数', code),
  decimal: matches(/^[0-9]+(?:\.[0-9])?$/, '只能输入数字，最多一位小数', code),
  chinese: matches(/^\p{Script=Han}+$/u, '只能输入汉字', visible),
  idCard: matches(/^(?:[0-9]{15}|[0-9]{14}[Xx]|[0-9]{18}|[0-9]{17}[Xx])$/, '身份证号码格式错误', { normalize: (text) => withoutDashes(toCode(text)) }),
  strongPassword: matches(/^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9@]{8,16}$/, '密码必须为字母数字组成,长度要在8-16位之间', asTyped),
} satisfies Record<string, Rule>;

/** For a department, which has either. */
export const telephone: Rule = {
  test: (text) => rules.phone.test(text) || rules.landline.test(text),
  message: rules.landline.message,
  normalize: (text) => (rules.phone.test(toMobile(text)) ? toMobile(text) : toLandline(text)),
};

/**
 * For a field that takes a password which exists: a new one may hold an @ beside letters and digits, and what
 * an input method writes in full width was never part of one.
 */
export const knownPassword: Rule = { ...rules.password, test: (text) => rules.password.test(text.replaceAll('@', '')) };

/**
 * Of a person, wherever one is named: of any script, with whatever dots and dashes stand between its parts. Some names
 * have characters that are in no standard yet (\p{Co}).
 */
export const personName: Rule = matches(/[\p{L}\p{Script=Han}\p{Co}]/u, '姓名中没有文字', visible);

/**
 * Of a department, a task or a file, which people tell apart by what they see: marks that nobody sees, and those that turn
 * the direction of what follows, are no part of it. Any text will do.
 */
export const plainName: Rule = { test: () => true, message: '', ...visible };

export type RuleName = keyof typeof rules;

/**
 * Checks what was typed into a field.
 * @returns the message to show, or undefined when the text is right. An optional field is checked only when it is not empty.
 */
export function checkField(text: string, options: { rule?: Rule; required?: boolean; maxLength?: number | undefined }): string | undefined {
  const trimmed = asAsked(trimText(text), options.rule);
  if (trimmed === '') return options.required ? REQUIRED_MESSAGE : undefined;
  if (options.rule && !options.rule.test(options.rule.keepsBlanks ? text : trimmed)) return options.rule.message;
  if (options.maxLength !== undefined && trimmed.length > options.maxLength) return tooLongMessage(options.maxLength);
  return undefined;
}
