import { expect, test } from 'vitest';
import { isSameData } from '@/lib/is-same-data.ts';

const form = () => ({ text: '一', chosen: new Set(['a', 'b']), own: new Map([['a', new Set(['p'])]]), list: [{ id: 1 }], none: undefined });

test('plain data with sets and maps is the same by what it holds', () => {
  expect(isSameData(form(), form())).toBe(true);
  expect(isSameData('一', '一')).toBe(true);
});

test('in whatever order sets and maps were filled', () => {
  expect(isSameData(new Set(['a', 'b']), new Set(['b', 'a']))).toBe(true);
  expect(isSameData(new Map([['a', 1], ['b', 2]]), new Map([['b', 2], ['a', 1]]))).toBe(true);
  expect(isSameData(['a', 'b'], ['b', 'a'])).toBe(false);
});

test.each([
  ['a text', { ...form(), text: '二' }],
  ['a set', { ...form(), chosen: new Set(['a']) }],
  ['a set of as many', { ...form(), chosen: new Set(['a', 'c']) }],
  ['a set in a map', { ...form(), own: new Map([['a', new Set(['q'])]]) }],
  ['a list', { ...form(), list: [{ id: 1 }, { id: 2 }] }],
  ['another field in place of one without a value', { text: '一', chosen: new Set(['a', 'b']), own: form().own, list: [{ id: 1 }], more: undefined }],
  ['no data at all', null],
])('another one differs in %s', (_what, other) => {
  expect(isSameData(form(), other)).toBe(false);
});

test('bytes are the same only as the same object', () => {
  const bytes = new ArrayBuffer(4);
  expect(isSameData({ png: bytes }, { png: bytes })).toBe(true);
  expect(isSameData({ png: bytes }, { png: new ArrayBuffer(4) })).toBe(false);
});
