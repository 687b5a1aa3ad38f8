// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { thingsOf } from '@/offline/entries/held-view.ts';
import type { AnswerEntryRow, OutboxEntry } from '@/offline/storage/rows.ts';
import { answerEntry, correctionEntry } from '../../features/sync-center/entries.ts';

const me = 'somebody';
const pairOf = (older: Partial<AnswerEntryRow>, newer: Partial<AnswerEntryRow> = {}): [AnswerEntryRow, AnswerEntryRow] => {
  const first = answerEntry(me, { attempts: 1, photoIds: ['a'], ...older });
  return [first, answerEntry(me, { after: first.id, ...newer }, { result: 'unqualified', remark: '未上锁' })];
};
const thingsIn = (entries: readonly OutboxEntry[], inMemory: readonly string[] = []) => thingsOf(entries, (id) => inMemory.includes(id));

it.each(['waiting', 'sending', 'needsLogin'] as const)('takes a value and the one that follows it for one thing, which is where the older is: %s', (state) => {
  const [older, newer] = pairOf({ state, lastError: '服务器发生错误' });
  const other = correctionEntry(me);
  const photos = { photoIds: newer.photoIds, payload: newer.payload };
  expect(thingsIn([older, newer, other])).toEqual([{ ...older, ...photos }, other]);
});

it.each(['failed', 'conflict'] as const)('hides nothing that somebody has to look at: %s', (state) => {
  for (const entries of [pairOf({ state }), pairOf({}, { state })]) expect(thingsIn(entries)).toEqual(entries);
});

it('hides nothing that is in memory alone, nor behind what is', () => {
  const [older, newer] = pairOf({});
  for (const { id } of [older, newer]) expect(thingsIn([older, newer], [id])).toEqual([older, newer]);
  expect(thingsIn([older, newer], [older.id, newer.id])).toHaveLength(1);
});

it('keeps apart what was handed in as late work, and what follows nothing that is there', () => {
  const [older, newer] = pairOf({});
  const late = { ...older, kind: 'late' as const };
  expect(thingsIn([late, newer])).toEqual([late, newer]);
  expect(thingsIn([newer])).toEqual([newer]);
});
