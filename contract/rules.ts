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
  /** Of what asks for a number: digits and letters as wide as Chinese characters, as input methods write them, are taken for plain ones. */
  foldsWidth?: boolean;
}

/** Digits and letters that are as wide as Chinese characters become plain ones. */
export const toPlainWidth = (text: string): string => text.replace(/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]+/g, (wide) => wide.normalize('NFKC'));

/** What a rule looks at, and what is sent and stored of it. */
export const asAsked = (text: string, rule: Rule | undefined): string => (rule?.foldsWidth === true ? toPlainWidth(text) : text);

export const REQUIRED_MESSAGE = '必填项不能为空';

/** In a person's form and in the server's answer alike. */
export const tooLongMessage = (max: number): string => `最多 ${max} 个字符`;

const matches = (pattern: RegExp, message: string, keepsBlanks = false): Rule => ({ test: (text) => pattern.test(text), message, keepsBlanks });
const matchesNumber = (pattern: RegExp, message: string): Rule => ({ ...matches(pattern, message), foldsWidth: true });

export const rules = {
  url: matches(/^https?:\/\/[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*(?::\d{1,5})?(?:[/?#]\S*)?$/iu, 'URL个数错误'),
  digits: matchesNumber(/^[0-9]+$/, '只能输入纯数字'),
  account: matches(/^[A-Za-z0-9]+$/, '账号为字母数字组成'),
  password: matches(/^[A-Za-z0-9]+$/, '密码为字母数字组成', true),
  phone: matchesNumber(/^1[3-9][0-9]{9}$/, '手机号格式不正确'),
  email: matches(/^[A-Za-z0-9](?:[A-Za-z0-9._%+-]*[A-Za-z0-9_%+-])?@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/, '邮箱地址格式不正确'),
  landline: matchesNumber(/^(?:0[0-9]{2,3}-?)?[0-9]{7,8}$/, '电话号码格式不正确'),
  nonNegativeInteger: matchesNumber(/^(?:0|[1-9][0-9]*)$/, '只能输入非负整数'),
  positiveInteger: matchesNumber(/^[1-9][0-9]*$/, '只能输入正整数'),
  decimal: matchesNumber(/^[0-9]+(?:\.[0-9])?$/, '只能输入数字，最多一位小数'),
  chinese: matches(/^\p{Script=Han}+$/u, '只能输入汉字'),
  idCard: matchesNumber(/^(?:[0-9]{15}|[0-9]{14}[Xx]|[0-9]{18}|[0-9]{17}[Xx])$/, '身份证号码格式错误'),
  strongPassword: matches(/^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9@]{8,16}$/, '密码必须为字母数字组成,长度要在8-16位之间', true),
} satisfies Record<string, Rule>;

/** For a department, which has either. */
export const telephone: Rule = { ...rules.landline, test: (text) => rules.phone.test(text) || rules.landline.test(text) };

/**
 * For a field that takes a password which exists: a new one may hold an @ beside letters and digits, and what
 * an input method writes in full width was never part of one.
 */
export const knownPassword: Rule = { ...rules.password, test: (text) => rules.password.test(text.replaceAll('@', '')) };

/** Names of some peoples are written with a dot between their parts. */
export const signerName: Rule = { test: (text) => rules.chinese.test(text.replaceAll('·', '')), message: rules.chinese.message };

export type RuleName = keyof typeof rules;

/**
 * Checks what was typed into a field.
 * @returns the message to show, or undefined when the text is right. An optional field is checked only when it is not empty.
 */
export function checkField(text: string, options: { rule?: Rule; required?: boolean; maxLength?: number | undefined }): string | undefined {
  const trimmed = asAsked(text.trim(), options.rule);
  if (trimmed === '') return options.required ? REQUIRED_MESSAGE : undefined;
  if (options.rule && !options.rule.test(options.rule.keepsBlanks ? text : trimmed)) return options.rule.message;
  if (options.maxLength !== undefined && trimmed.length > options.maxLength) return tooLongMessage(options.maxLength);
  return undefined;
}
