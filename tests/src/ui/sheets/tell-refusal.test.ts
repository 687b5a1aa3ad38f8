// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { sentenceOf } from '@/ui/sheets/tell-refusal.ts';

it('a sentence that goes on has no stop in its middle', () => {
  expect(sentenceOf(new Error('服务器发生错误，请检查服务器。'))).toBe('服务器发生错误，请检查服务器');
  expect(sentenceOf(new Error('科室名称已存在'))).toBe('科室名称已存在');
});

it('what failed without a word is called so', () => {
  expect(sentenceOf(new Error(''))).toBe('操作失败');
  expect(sentenceOf(undefined)).toBe('操作失败');
});
