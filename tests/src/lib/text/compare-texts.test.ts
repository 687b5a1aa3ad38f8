import { describe, expect, it } from 'vitest';
import { compareTexts, type Part } from '@/lib/text/compare-texts.ts';

/** Changed parts in brackets. */
const shown = (parts: Part[]): string => parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const both = (before: string, after: string): [string, string] => {
  const compared = compareTexts(before, after);
  return [shown(compared.before), shown(compared.after)];
};

describe('two texts', () => {
  it.each([
    ['应当在两小时内报告。', '应当在两小时内报告。', '应当在两小时内报告。', '应当在两小时内报告。'],
    ['发生事故的，应当报告。', '发生事故或者险情的，应当报告。', '发生事故的，应当报告。', '发生事故[或者险情]的，应当报告。'],
    ['每年演练一次。', '每年演练两次。', '每年演练[一]次。', '每年演练[两]次。'],
    ['', '新增的一条。', '', '[新增的一条。]'],
    ['删去的一条。', '', '[删去的一条。]', ''],
  ])('%s → %s', (before, after, shownBefore, shownAfter) => {
    expect(both(before, after)).toEqual([shownBefore, shownAfter]);
  });

  it('are whole again, whatever is marked', () => {
    const before = '县级以上地方人民政府卫生行政部门负责本行政区域内医疗机构的监督管理工作。\n中国人民解放军卫生主管部门依照本条例和国家的有关规定办理。';
    const after = '县级以上地方人民政府卫生健康主管部门负责本行政区域内医疗卫生机构的监督管理。';
    const compared = compareTexts(before, after);
    expect(compared.before.map(({ text }) => text).join('')).toBe(before);
    expect(compared.after.map(({ text }) => text).join('')).toBe(after);
  });

  it('with a character or two in common between changes are marked in one piece', () => {
    expect(both('甲乙丙丁的戊己庚辛', '子丑寅卯的辰巳午未')).toEqual(['[甲乙丙丁的戊己庚辛]', '[子丑寅卯的辰巳午未]']);
  });

  it('that have nothing in common are told apart soon, however long', () => {
    const before = '甲'.repeat(30_000);
    const after = Array.from({ length: 30_000 }, (_, index) => String.fromCharCode(0x4e8c + (index % 5000))).join('');
    expect(both(before, after).every((text) => text.startsWith('[') && text.endsWith(']'))).toBe(true);
  });
});
