import { expect, it } from 'vitest';
import { lawTitleKey } from '#contract/law-title.ts';

it.each([
  ['《中华人民共和国传染病防治法》', '传染病防治法'],
  [' 中华人民共和国 医师法 ', '医师法'],
  ['〈医疗机构管理条例〉', '医疗机构管理条例'],
  ['医疗机构病历管理规定（2013年版）', '医疗机构病历管理规定'],
  ['示例办法（2021年修订）', '示例办法'],
  ['医师法(2021-08-20)', '医师法'],
])('%s is a version of %s', (title, law) => {
  expect(lawTitleKey(title)).toBe(lawTitleKey(law));
});

it.each([
  ['示例办法（试行）', '示例办法'],
  ['传染病防治法实施办法', '传染病防治法'],
  ['医疗机构设置规划指导原则（2021-2025年）', '医疗机构设置规划指导原则（2016-2020年）'],
])('%s is another law than %s', (title, other) => {
  expect(lawTitleKey(title)).not.toBe(lawTitleKey(other));
});
