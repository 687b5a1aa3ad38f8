// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { correctedHere, findReadiness, nextOpenItem, type StateOf } from '@/features/self-corrections/correction-progress.ts';
import { changeCorrections } from '@/features/self-corrections/change-correction.ts';
import { mergedCorrectedCount } from '@/offline/entries/corrected-count.ts';
import { mergedCorrection, type CorrectionStore, type LocalCorrection } from '@/offline/entries/corrections.ts';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { isCorrectedHere } from '@/parts/work/corrected-here.ts';
import { countWaitingWork } from '@/parts/work/useWaitingWork.ts';
import { NOTHING_WAITS } from '@/parts/work/waiting.ts';
import { correctionOf, itemOf } from '../../offline/correction-page.ts';

const returned = { ...correctionOf({ correctedAt: null }), revision: 2, savedAt: '2026-06-19T00:00:00.000Z', returnedAt: '2026-06-19T00:00:00.000Z', returnReason: '请重拍' };
const items = [...['done', 'ready', 'empty', 'noOne', 'clash', 'refused'].map((id) => itemOf(id)), itemOf('asItWas', returned), itemOf('changed', returned)];
const locals: Record<string, LocalCorrection> = {
  done: { value: correctionOf(), saveState: 'saved', revision: 0, entryId: 'e1' },
  ready: { value: correctionOf({ correctedAt: null }), saveState: 'delivered', revision: 1, entryId: null },
  noOne: { value: correctionOf({ correctedAt: null, responsible: ' ' }), saveState: 'saved', revision: 0, entryId: 'e2' },
  clash: { value: correctionOf(), saveState: 'conflict', revision: 0, entryId: 'e3' },
  refused: { value: correctionOf(), saveState: 'failed', revision: 0, entryId: 'e4' },
  changed: { value: correctionOf({ correctedAt: null, measures: '已重新培训' }), saveState: 'saved', revision: 2, entryId: 'e5' },
};
const stateOf: StateOf = (item) => ({ value: mergedCorrection(item, locals[item.itemId]), saveState: locals[item.itemId]?.saveState ?? null });
const storeOf = (written: unknown[] = []): CorrectionStore => ({
  correctionId: 'c',
  setServerItems: () => undefined,
  get: (id) => locals[id],
  setMany: (changes) => {
    written.push(...changes);
    return Promise.resolve(true);
  },
  subscribe: () => () => undefined,
  problem: () => null,
  version: () => 0,
});

describe('handing in', () => {
  it('tells what is done, what only lacks the mark, and what has to be looked at', () => {
    const ids = Object.fromEntries(Object.entries(findReadiness(items, stateOf)).map(([name, found]) => [name, found.map((item: { itemId: string }) => item.itemId)]));
    expect(ids).toEqual({ corrected: ['done'], ready: ['ready', 'changed'], unchanged: ['asItWas'], incomplete: ['empty', 'noOne'], conflicts: ['clash'], failed: ['refused'] });
  });

  it.each([
    [['delivered', null], 'delivered'],
    [['delivered', 'saving'], 'waiting'],
    [['sending', 'needsLogin'], 'needsLogin'],
    [['needsLogin', 'notSaved'], 'notSaved'],
    [['saved', 'conflict'], null],
    [['failed', 'delivered'], null],
  ] as const)('says of what is all 已整改 what the person has to know first: %j, %s', (saveStates, where) => {
    const corrected = saveStates.map((_, index) => itemOf(String(index), correctionOf()));
    const at: StateOf = (item) => ({ value: mergedCorrection(item, undefined), saveState: saveStates[Number(item.itemId)]! });
    expect(correctedHere(corrected, at)).toBe(where);
    expect(correctedHere([...corrected, itemOf('0')], at)).toBeNull();
  });

  it('goes round to the next item that is not 已整改', () => {
    expect(nextOpenItem(items, 'ready', stateOf)?.itemId).toBe('empty');
    expect(nextOpenItem(items, 'changed', stateOf)?.itemId).toBe('ready');
    expect(nextOpenItem(items.slice(0, 1), undefined, stateOf)).toBeUndefined();
  });

  it('counts what this phone has not sent, and trusts the server where it holds nothing', () => {
    expect(mergedCorrectedCount({ correctedCount: 1 }, items, storeOf())).toBe(3);
    expect(mergedCorrectedCount({ correctedCount: 1 }, undefined, storeOf())).toBe(1);
    expect(mergedCorrectedCount({ correctedCount: 1 }, items, undefined)).toBe(1);
  });
});

describe('a change', () => {
  const now = new Date('2026-06-20T00:00:00.000Z');
  const change = async (itemId: string, edit: Parameters<typeof changeCorrections>[2], server = {}) => {
    const written: unknown[] = [];
    await changeCorrections(storeOf(written), [itemOf(itemId, server)], edit, now);
    return written[0] as { value: ReturnType<typeof correctionOf>; base: { revision: number; content: string } };
  };

  it('marks what is filled in, at that moment', async () => {
    expect((await change('ready', { isCorrected: true })).value.correctedAt).toBe(now.toISOString());
    expect((await change('ready', { isCorrected: true })).base).toEqual({ revision: 1, content: '要点 ready' });
  });

  it('keeps the first mark when a word is mended, and takes it back with the last word', async () => {
    const first = locals['done']!.value.correctedAt;
    expect((await change('done', { measures: '又一句' })).value).toMatchObject({ measures: '又一句', correctedAt: first });
    expect((await change('done', { measures: ' ' })).value.correctedAt).toBeNull();
    expect((await change('done', { isCorrected: false })).value.correctedAt).toBeNull();
  });

  it('does not mark what is not filled in', async () => {
    expect((await change('noOne', { isCorrected: true })).value.correctedAt).toBeNull();
  });

  it('starts from the server’s value, and from its revision, where that is newer', async () => {
    const { value, base } = await change('other', { responsible: '赵六' }, { measures: '服务器', revision: 4 });
    expect(value).toMatchObject({ measures: '服务器', responsible: '赵六' });
    expect(base.revision).toBe(4);
  });
});

it('counts what waits of each self-correction, apart from tasks', () => {
  const entry = (correctionId: string, state: OutboxEntry['state'], id = '') => ({ id, kind: 'correction', state, payload: { correctionId, value: correctionOf() } }) as OutboxEntry;
  const task = { kind: 'answer', state: 'waiting', deptTaskId: 't', payload: {} } as OutboxEntry;
  const entries = [entry('a', 'waiting'), entry('a', 'conflict'), entry('b', 'sending'), entry('b', 'failed'), entry('b', 'waiting', 'refused'), task];
  const waiting = countWaitingWork(entries, 'correction', (id) => id === 'refused');
  expect(Object.fromEntries(waiting)).toEqual({
    a: { pending: 1, unsaved: 0, incomplete: 0, problems: 1, submit: null },
    b: { pending: 1, unsaved: 1, incomplete: 0, problems: 1, submit: null },
  });
});

it.each([
  ['all is 已整改', {}, {}, true],
  ['and what was returned, which waits', { returnedCount: 1 }, { pending: 1 }, true],
  ['an item is left', { itemCount: 3 }, {}, false],
  ['it was returned since', { returnedCount: 1 }, {}, false],
  ['the server refused something of it', {}, { pending: 1, problems: 1 }, false],
  ['the server knows it', { status: 'corrected' }, {}, false],
] as const)('a self-correction is done here or not: %s', (_, fields, waits, isDone) => {
  const correction = { status: 'open', itemCount: 2, returnedCount: 0, ...fields } as SelfCorrection;
  expect(isCorrectedHere(correction, 2, { ...NOTHING_WAITS, ...waits })).toBe(isDone);
});
