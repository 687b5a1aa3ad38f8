import { describe, expect, it } from 'vitest';
import { asAsked, checkField, knownPassword, personName, REQUIRED_MESSAGE, rules, telephone, type RuleName } from '#contract/rules.ts';

/** Messages as the specification's section 5 prints them; values on both sides of each border. */
const cases: Record<RuleName, { message: string; good: string[]; bad: string[] }> = {
  url: {
    message: 'URL个数错误',
    good: ['http://example.com', 'https://example.com/a/b?c=d#e', 'https://192.0.2.1:8080/', 'HTTP://EXAMPLE.COM', 'http://localhost:3000'],
    bad: ['example.com', 'ftp://example.com', 'http:/example.com', 'http://', 'http:// example.com', 'javascript:alert(1)', '//example.com', 'http://a b'],
  },
  digits: { message: '只能输入纯数字', good: ['0', '007', '12345678901234567890'], bad: ['-1', '1.0', '1 2', '１２', 'a1', '1e3'] },
  account: { message: '账号为字母数字组成', good: ['staff01', 'A', '0'], bad: ['staff 01', 'staff_01', '张三', 'a-b', 'ａ'] },
  password: { message: '密码为字母数字组成', good: ['Staff2026', '1', 'abc'], bad: ['abc@', '密码', 'a b'] },
  phone: {
    message: '手机号格式不正确',
    good: ['13800001234', '19912345678', '15000000000'],
    bad: ['12800001234', '1380000123', '138000012345', '+8613800001234', '23800001234', '138 0000 1234'],
  },
  email: {
    message: '邮箱地址格式不正确',
    good: ['a@b.cn', 'first.last+tag@sub.example.com', 'A_1-2@example.org'],
    bad: ['a@b', '@b.cn', 'a@', 'a b@c.cn', 'a@b..cn', 'a@-b.cn', '.a@b.cn', 'a.@b.cn', 'a@@b.cn'],
  },
  landline: {
    message: '电话号码格式不正确',
    good: ['0591-12345678', '010-1234567', '059112345678', '1234567', '12345678'],
    bad: ['123456', '123456789', '591-12345678', '0591-123456', '01-1234567', '0591--1234567', '(0591)1234567'],
  },
  nonNegativeInteger: { message: '只能输入非负整数', good: ['0', '1', '100'], bad: ['-1', '01', '1.0', '+1', ''] },
  positiveInteger: { message: '只能输入正整数', good: ['1', '10', '99999999'], bad: ['0', '-1', '01', '1.5'] },
  decimal: { message: '只能输入数字，最多一位小数', good: ['0', '12', '12.3', '0.0'], bad: ['12.34', '.5', '12.', '-1', '1,2', '1.2.3'] },
  chinese: { message: '只能输入汉字', good: ['张', '内科', '𠮷野'], bad: ['张3', 'a', '内 科', '，', 'あ'] },
  idCard: {
    message: '身份证号码格式错误',
    good: ['350102199001011234', '35010219900101123X', '35010219900101123x', '350102900101123', '35010290010112X'],
    bad: ['35010219900101123', '3501021990010112345', '35010219900101X234', '35010290010112', 'X50102900101123'],
  },
  strongPassword: {
    message: '密码必须为字母数字组成,长度要在8-16位之间',
    good: ['abcdefg1', 'Staff2026', '1234567a', 'abcdefghijklmno1', 'a1@@@@@@'],
    bad: ['abcdefg', '12345678', 'abcdefgh', 'abcde1', 'abcdefghijklmnop1', 'abcdefg1!', 'abcdef 1', '@@@@@@@@', '密码abc1234'],
  },
};

describe('rules', () => {
  it('are the thirteen of the specification', () => {
    expect(Object.keys(rules).sort()).toEqual(Object.keys(cases).sort());
    expect(Object.keys(rules)).toHaveLength(13);
  });

  describe.each(Object.entries(cases))('%s', (name, { message, good, bad }) => {
    const rule = rules[name as RuleName];

    it('says what the specification says', () => {
      expect(rule.message).toBe(message);
    });
    it.each(good)('takes %j', (text) => {
      expect(rule.test(text)).toBe(true);
    });
    it.each(bad)('refuses %j', (text) => {
      expect(rule.test(text)).toBe(false);
    });
  });

  it.each([
    [knownPassword, ['Staff2026', 'a1@@@@@@', '1'], ['Ｓｔａｆｆ2026', 'abc 123', '密码abc1', 'abc-123']],
    [telephone, ['13800001234', '0591-12345678', '1234567'], ['12345', '8012-1']],
    [
      personName,
      ['张三', '阿依古丽·买买提', '艾力•买买提', '艾力・买买提', '艾力‧买买提', '艾力・买买提', 'Muhammad', 'Anna-Maria O’Neill', 'Ali Jr.', 'Dvořák', '𠮷野', '\uE863小明', '〇', '张 三', '张伟2', '王芳（外聘）', 'محمد'],
      ['·', '-', '2', '。', '😀', '\u200B'],
    ],
  ])('combine as %o', (rule, good, bad) => {
    for (const text of good) expect([text, rule.test(text)]).toEqual([text, true]);
    for (const text of bad) expect([text, rule.test(text)]).toEqual([text, false]);
  });

  it('stay quick on long text that almost fits', () => {
    const started = performance.now();
    for (const rule of Object.values(rules)) rule.test(`${'a.'.repeat(20_000)}@`);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

describe('checkField', () => {
  it('asks for a required field with the default message', () => {
    expect(REQUIRED_MESSAGE).toBe('必填项不能为空');
    expect(checkField('', { required: true, rule: rules.phone })).toBe('必填项不能为空');
    expect(checkField('  \t', { required: true })).toBe('必填项不能为空');
  });

  it('checks an optional field only when it is not empty', () => {
    expect(checkField('', { rule: rules.phone })).toBeUndefined();
    expect(checkField('123', { rule: rules.phone })).toBe('手机号格式不正确');
    expect(checkField('13800001234', { rule: rules.phone })).toBeUndefined();
  });

  it('drops blanks around everything but a password, as the server does', () => {
    expect(checkField(' 13800001234\u3000', { rule: rules.phone })).toBeUndefined();
    expect(checkField(' 0591-12345678', { rule: telephone })).toBeUndefined();
    expect(checkField('张 三', { rule: personName })).toBeUndefined();
    for (const rule of [rules.password, rules.strongPassword, knownPassword]) expect(checkField('Staff2026 ', { rule })).toBe(rule.message);
  });

  it('takes digits as wide as Chinese characters where a number is asked for, and nowhere else', () => {
    for (const [rule, text] of [
      [rules.digits, '８０１２'],
      [rules.phone, '１３８００００１２３４'],
      [telephone, '０５９１-１２３４５６７８'],
      [rules.positiveInteger, '３'],
      [rules.nonNegativeInteger, '０'],
      [rules.decimal, '１２.５'],
      [rules.idCard, '３５０１０２１９９００１０１１２３Ｘ'],
    ] as const) {
      expect([text, checkField(text, { rule })]).toEqual([text, undefined]);
    }
    expect(checkField('①②', { rule: rules.digits })).toBe('只能输入纯数字');
    for (const rule of [rules.account, rules.password]) expect(checkField('ｓｔａｆｆ０１', { rule })).toBe(rule.message);
  });

  it.each([
    [rules.phone, '13800001234', ['138 0000 1234', '138-0000-1234', '138\u20110000\u20111234', '138\u00A00000\u30001234', '+86 13800001234', '+86-138-0000-1234', '＋８６１３８００００１２３４', '008613800001234', '8613800001234', '(+86)138 0000 1234', '\u202D13800001234\u202C', '1380000\u200B1234', "'13800001234"]],
    [rules.idCard, '350102199001011234', ['350102 19900101 1234', '350102-19900101-1234', '\u202D350102199001011234\u202C', "'350102199001011234"]],
    [telephone, '13800001234', ['138 0000 1234', '+86 138-0000-1234']],
    [telephone, '0591-12345678', ['0591 - 1234 5678', '0591－12345678', '0591\u201212345678', '+86-591-12345678', '+86 0591-12345678', '\u200B0591-12345678']],
    [telephone, '059112345678', ['(0591)12345678', '（0591）12345678', '(0591) 1234 5678']],
    [rules.digits, '8012', ['80 12', '\u200E8012']],
    [rules.nonNegativeInteger, '10', ['\u202A10', ' 10\uFEFF']],
    [rules.decimal, '12.5', ['１２．５', '12 .5']],
    [rules.email, 'a@b.cn', ['\u200Ba@b.cn', 'a@b\u200B.cn']],
    [rules.account, 'staff01', ['staff01\u200B', '\u202Dstaff01']],
  ])('drops what people and programs put round a number before it asks the rule (%#)', (rule, wanted, written) => {
    for (const text of written) {
      expect([text, asAsked(text, rule)]).toEqual([text, wanted]);
      expect([text, checkField(text, { rule, maxLength: 18 })]).toEqual([text, undefined]);
    }
  });

  it.each([
    [rules.phone, ['138a00001234', '+8513800001234', '86 1380000123', '138/0000/1234', '--', '+86']],
    [rules.idCard, ['350102.199001011234', '35010219900101123']],
    [telephone, ['0591--12345678', '+1 5911234567', '12345678转801']],
    [rules.account, ['staff 01', 'staff-01']],
    [rules.email, ['a b@c.cn']],
    [rules.decimal, ['1-2']],
  ])('drops nothing that would make another number of it (%#)', (rule, written) => {
    for (const text of written) expect([text, checkField(text, { rule })]).toEqual([text, rule.message]);
  });

  it('takes an optional number of nothing but blanks for empty, and one of nothing but dashes for wrong', () => {
    expect(checkField('\u200B \u202C', { rule: rules.phone })).toBeUndefined();
    expect(checkField('\u200B', { required: true })).toBe(REQUIRED_MESSAGE);
    expect(checkField('-', { rule: rules.phone })).toBe(rules.phone.message);
  });

  it('is content with any text where there is no rule', () => {
    expect(checkField('任意', { required: true })).toBeUndefined();
  });
});
