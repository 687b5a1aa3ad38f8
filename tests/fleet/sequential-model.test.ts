import { describe, expect, test } from 'vitest';
import type { Tap } from './phone.ts';
import { compare, lastAccepted, type Arrived } from './sequential-model.ts';

const tap = (pointId: string, remark: string, fields: Partial<Tap> = {}): Tap => ({ pointId, remark, result: 'qualified', isSaved: true, isGivenUp: false, ...fields });
const row = (pointId: string, remark: string, revision: number, isConflict = false): Arrived => ({ pointId, remark, revision, isConflict });
const wordsOf = (...given: Parameters<typeof compare>): string[] => compare(...given).map(({ what }) => what);

describe('on a point of one person', () => {
  const taps = [tap('p', 'a1'), tap('p', 'a2'), tap('p', 'a3')];
  const found = (...history: Arrived[]) => wordsOf([taps], [['p']], history);

  test('the last tap stands, whichever earlier ones were sent', () => {
    expect(found(row('p', 'a1', 1), row('p', 'a3', 2))).toEqual([]);
    expect(found(row('p', 'a3', 1))).toEqual([]);
  });

  test.each([
    ['a tap that is missing', [row('p', 'a1', 1), row('p', 'a2', 2)], 'a3 should stand there'],
    ['one that arrived twice', [row('p', 'a3', 1), row('p', 'a3', 2)], 'a3 arrived twice'],
    ['another order', [row('p', 'a2', 1), row('p', 'a1', 2), row('p', 'a3', 3)], 'taps arrived in another order'],
    ['a conflict with oneself', [row('p', 'a1', 1), row('p', 'a3', 2), row('p', 'a2', 1, true)], 'a conflict of one person'],
    ['what nobody gave', [row('p', 'x', 1), row('p', 'a3', 2)], 'x arrived, and nobody gave it'],
    ['a revision that was left out', [row('p', 'a3', 2)], 'revision 2 follows 0'],
  ])('finds %s', (_name, history, words) => {
    expect(found(...history)).toContain(words);
  });
});

describe('on a point of several', () => {
  const people = [[tap('s', 'a1')], [tap('s', 'b1')]];

  test('every last tap arrived, accepted or not, unless the person gave it up', () => {
    expect(wordsOf(people, [[], []], [row('s', 'a1', 1), row('s', 'b1', 1, true)])).toEqual([]);
    expect(wordsOf(people, [[], []], [row('s', 'a1', 1)])).toEqual(['b1 was lost']);
    expect(wordsOf([[tap('s', 'a1')], [tap('s', 'b1', { isGivenUp: true })]], [[], []], [row('s', 'a1', 1)])).toEqual([]);
  });

  test('a value that lost and was chosen again arrived once', () => {
    expect(wordsOf(people, [[], []], [row('s', 'a1', 1), row('s', 'b1', 1, true), row('s', 'b1', 2)])).toEqual([]);
  });

  test('the last accepted one holds', () => {
    expect(lastAccepted([row('s', 'b1', 2), row('s', 'a1', 1), row('s', 'c1', 3, true)]).get('s')?.remark).toBe('b1');
  });
});
