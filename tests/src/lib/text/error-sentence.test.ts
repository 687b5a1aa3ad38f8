import { expect, it } from 'vitest';
import { clauseOf, sentenceOf } from '@/lib/text/error-sentence.ts';

it('a sentence that goes on has no stop in its middle', () => {
  expect(clauseOf(new Error('服务器发生错误，请检查服务器。'))).toBe('服务器发生错误，请检查服务器');
  expect(clauseOf(new Error('科室名称已存在'))).toBe('科室名称已存在');
  expect(sentenceOf(new Error('服务器发生错误，请检查服务器。'))).toBe('服务器发生错误，请检查服务器。');
});

it('what failed without a word, or in the words of a browser, is told in ours', () => {
  expect(sentenceOf(new Error(''))).toBe('操作失败，请重试');
  expect(clauseOf(undefined)).toBe('操作失败，请重试');
  expect(sentenceOf(new TypeError("Cannot read properties of undefined (reading 'id')"), '保存失败，请重试')).toBe('保存失败，请重试');
});
