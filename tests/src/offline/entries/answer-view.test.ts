import { describe, expect, test } from 'vitest';
import type { Answer } from '#contract/answer.ts';
import { addSums, DEFAULT_SCORE_LIMITS, NO_SUMS, scoreOf, sumsOf } from '#contract/score.ts';
import { changedSummary, contributionOf, fullSummary, mergedAnswer, type Contribution, type LocalAnswer, type SaveState } from '@/offline/entries/answer-view.ts';
import { randomNumbers } from '../../../support/random.ts';

const server = (revision: number): Answer => ({
  pointId: 'p',
  result: 'unqualified',
  remark: '服务器',
  photos: [],
  answeredBy: 'e2',
  answeredByName: '李内二',
  answeredAt: '',
  savedAt: '',
  revision,
});
const local = (saveState: SaveState, revision: number): LocalAnswer => ({
  value: { result: 'qualified', remark: '', photos: ['a'], answeredAt: '' },
  saveState,
  revision,
  entryId: saveState === 'delivered' ? null : 'e',
});

describe('the answer on the screen', () => {
  test('is nobody’s when there is none', () => {
    expect(mergedAnswer({ answer: null }, undefined)).toBeNull();
  });

  test('is the server’s where this phone has none', () => {
    expect(mergedAnswer({ answer: server(3) }, undefined)).toMatchObject({ result: 'unqualified', answeredByName: '李内二', isLocal: false });
  });

  test.each(['saving', 'saved', 'sending', 'failed', 'conflict', 'needsLogin', 'notSaved'] as const)('is this phone’s while it is %s, however new the server’s', (state) => {
    expect(mergedAnswer({ answer: server(9) }, local(state, 1))).toMatchObject({ result: 'qualified', isLocal: true, answeredByName: null });
  });

  test('is this phone’s after delivery until the server’s is newer', () => {
    expect(mergedAnswer({ answer: server(2) }, local('delivered', 3))?.isLocal).toBe(true);
    expect(mergedAnswer({ answer: server(3) }, local('delivered', 3))).toMatchObject({ isLocal: true, answeredByName: '李内二' });
    expect(mergedAnswer({ answer: server(4) }, local('delivered', 3))).toMatchObject({ isLocal: false, result: 'unqualified' });
    expect(mergedAnswer({ answer: null }, local('delivered', 1))?.isLocal).toBe(true);
  });

  test('is nobody’s once it was taken back, here or by somebody else', () => {
    const cleared = (state: SaveState, revision: number): LocalAnswer => ({ ...local(state, revision), value: { result: 'cleared', remark: '', photos: [], answeredAt: '' } });
    expect(mergedAnswer({ answer: server(2) }, cleared('saved', 2))).toBeNull();
    expect(mergedAnswer({ answer: server(2) }, cleared('delivered', 3))).toBeNull();
    expect(mergedAnswer({ answer: server(4) }, cleared('delivered', 3))?.isLocal).toBe(false);
    expect(mergedAnswer({ answer: null, clearedRevision: 4 }, local('delivered', 3))).toBeNull();
    expect(mergedAnswer({ answer: null, clearedRevision: 4 }, local('saved', 3))?.isLocal).toBe(true);
  });
});

describe('the summary', () => {
  test('kept up by changes equals the one counted anew', () => {
    // A fixed sequence that goes through many mixtures.
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const states = ['saving', 'saved', 'sending', 'delivered', 'failed', 'conflict', 'needsLogin', 'notSaved'] as const;
    const results = ['qualified', 'unqualified', 'notApplicable'] as const;
    const randomContribution = (index: number): Contribution =>
      contributionOf(
        { categoryId: `c${index % 4}`, answer: random(2) === 0 ? server(random(4)) : null },
        random(4) === 0
          ? undefined
          : {
              ...local(states[random(8)] ?? 'saved', random(4)),
              value: { result: results[random(3)] ?? 'qualified', remark: random(2) === 0 ? '' : '有', photos: random(2) === 0 ? [] : ['a'], answeredAt: '' },
            },
      );
    const contributions = Array.from({ length: 40 }, (_, index) => randomContribution(index));
    let summary = fullSummary(contributions);
    for (let round = 0; round < 200; round += 1) {
      const changes = Array.from({ length: 1 + random(3) }, () => random(40))
        .filter((index, position, all) => all.indexOf(index) === position)
        .map((index) => {
          const before = contributions[index]!;
          const after = randomContribution(index);
          contributions[index] = after;
          return { before, after };
        });
      summary = changedSummary(summary, changes);
      expect(summary).toEqual(fullSummary(contributions));
    }
  });
});

test('the score of 1,000 random tasks is that of what this phone shows, whatever of it is delivered, and however it came about', () => {
  const random = randomNumbers(1_126);
  const below = (count: number) => Math.floor(random() * count);
  const results = ['qualified', 'unqualified', 'notApplicable'] as const;
  const randomLocal = (): LocalAnswer | undefined =>
    below(3) === 0
      ? undefined
      : { ...local((['saved', 'sending', 'delivered', 'needsLogin'] as const)[below(4)] ?? 'saved', 9), value: { result: results[below(3)] ?? 'qualified', remark: below(4) === 0 ? '' : '有', photos: [], answeredAt: '' } };
  for (let task = 0; task < 1000; task += 1) {
    const points = Array.from({ length: 1 + below(30) }, () => ({
      categoryId: 'c',
      weight: 1 + below(5),
      ...(below(4) === 0 ? { mark: 'veto' as const } : {}),
      answer: below(3) === 0 ? null : server(1),
    }));
    const [before, after] = [points.map(randomLocal), points.map(randomLocal)];
    const contributions = (held: typeof before) => points.map((point, index) => contributionOf(point, held[index]));
    const [from, to] = [contributions(before), contributions(after)];
    const summary = changedSummary(fullSummary(from), from.map((each, index) => ({ before: each, after: to[index] ?? each })));
    const shown = { ...NO_SUMS };
    for (const [index, point] of points.entries()) {
      const answer = mergedAnswer(point, after[index]);
      if (answer?.isComplete) addSums(shown, sumsOf(point, answer.result));
    }
    expect(scoreOf(summary, DEFAULT_SCORE_LIMITS)).toEqual(scoreOf(shown, DEFAULT_SCORE_LIMITS));
  }
});

test('a ★ that does not apply says why before it counts, and another point need not', () => {
  const without = { ...local('saved', 0), value: { result: 'notApplicable' as const, remark: ' ', photos: [], answeredAt: '' } };
  expect(mergedAnswer({ answer: null, mark: 'veto' }, without)?.isComplete).toBe(false);
  expect(mergedAnswer({ answer: null, mark: 'veto' }, { ...without, value: { ...without.value, remark: '未开展手术' } })?.isComplete).toBe(true);
  expect([mergedAnswer({ answer: null, mark: 'key' }, without)?.isComplete, mergedAnswer({ answer: null }, without)?.isComplete]).toEqual([true, true]);
  expect(mergedAnswer({ answer: { ...server(1), result: 'notApplicable', remark: '' }, mark: 'veto' }, undefined)?.isComplete, 'a colleague left it out').toBe(false);
});
