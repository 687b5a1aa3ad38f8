import { expect, it } from 'vitest';
import { addPhrase, cleanText } from '@/lib/text/draft-text.ts';

it('leaves text as it is, but for what the server refuses', () => {
  expect(cleanText('第一行\n第二行\t😀', 500)).toBe('第一行\n第二行\t😀');
  expect(cleanText('甲\u0000乙\u007F', 500)).toBe('甲乙');
  expect(cleanText('x'.repeat(499) + '😀', 500)).toBe('x'.repeat(499));
});

it('adds a phrase once, behind what is there', () => {
  expect(addPhrase('', '未公示', 500)).toBe('未公示');
  expect(addPhrase('标牌旧；', '未公示', 500)).toBe('标牌旧；未公示');
  expect(addPhrase('标牌旧；未公示', '未公示', 500)).toBe('标牌旧；未公示');
  expect(addPhrase('标牌旧', '未公示', 5)).toBe('标牌旧；未');
});
