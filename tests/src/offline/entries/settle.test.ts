// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '#contract/answer.ts';
import { createUnsavedRows, type UnsavedStore } from '@/offline/storage/unsaved-rows.ts';
import { applyChange } from '@/offline/entries/held-change.ts';
import { answerKey, entryKey, type AnswerEntryRow, type AnswerRow, type OutboxEntry } from '@/offline/storage/rows.ts';
import { settle } from '@/offline/entries/settle.ts';
import type { Outcome } from '@/offline/entries/sync-plan.ts';
import { valueOf } from '../tab.ts';

const clock = { now: 5000, random: 1 };
let rows: UnsavedStore;
beforeEach(() => {
  rows = createUnsavedRows(() => undefined);
});

const tap = (newEntryId: string, remark: string) =>
  rows.change((change) =>
    applyChange(
      change,
      'e1',
      {
        kind: 'answer',
        subject: { deptTaskId: 't', pointId: 'p' },
        deptTaskId: 't',
        taskName: '',
        payload: { pointId: 'p', content: '', value: valueOf({ remark }) },
        seenRevision: 2,
        newEntryId,
        notBefore: 0,
      },
      1000,
    ),
  );
/** As the sender does before the request leaves. */
const beginSending = (id: string) =>
  rows.change(async (change) => {
    const entry = await change.get<AnswerEntryRow>(entryKey(id));
    if (entry) change.put(entryKey(id), { ...entry, state: 'sending', attempts: entry.attempts + 1 });
  });
const end = (id: string, outcome: Outcome, canUpload = true) => rows.change((change) => settle(change, id, outcome, clock, () => canUpload));
const answer = () => rows.get<AnswerRow>(answerKey('t', 'p'));
const entries = () => rows.list<OutboxEntry>('entry:');
const theirs = (remark: string): Answer => ({
  pointId: 'p',
  result: 'qualified',
  remark,
  photos: [],
  answeredBy: 'e2',
  answeredByName: '李内二',
  answeredAt: '',
  savedAt: '',
  revision: 7,
});

describe('an entry alone', () => {
  beforeEach(async () => {
    await tap('a', '甲');
    await beginSending('a');
  });

  test('saved: it goes, and its value is confirmed', async () => {
    expect(await end('a', { type: 'saved', revision: 3 })).toBe(true);
    expect(entries()).toEqual([]);
    expect(answer()).toMatchObject({ entryId: null, value: { remark: '甲' }, confirmed: { revision: 3, value: { remark: '甲' } } });
  });

  test('handed in: it goes, and the value that the server confirmed before shows again', async () => {
    await end('a', { type: 'saved', revision: 3 });
    await tap('b', '乙');
    await beginSending('b');
    await end('b', { type: 'handedIn' });
    expect(entries()).toEqual([]);
    expect(answer()).toMatchObject({ entryId: null, value: { remark: '甲' }, confirmed: { revision: 3 } });
  });

  const handInLate = () =>
    rows.change(async (change) => {
      const entry = await change.get<AnswerEntryRow>(entryKey('a'));
      const row = await change.get<AnswerRow>(answerKey('t', 'p'));
      if (entry) change.put(entryKey('a'), { ...entry, kind: 'late', state: 'sending' } as OutboxEntry);
      if (row) change.remove(answerKey('t', 'p'));
    });

  test('handed in and not late: it is an answer again under its id, which the server does not know', async () => {
    await handInLate();
    await end('a', { type: 'notLate' });
    expect(entries()).toMatchObject([{ id: 'a', kind: 'answer', state: 'waiting', attempts: 0, nextAttemptAt: 0, payload: { baseRevision: 2, value: { remark: '甲' } } }]);
    expect(answer()).toMatchObject({ entryId: 'a', value: { remark: '甲' } });
  });

  test('handed in and not late, when the person has entered something newer there: that goes alone', async () => {
    await handInLate();
    await tap('b', '乙');
    await end('a', { type: 'notLate' });
    expect(entries()).toMatchObject([{ id: 'b', kind: 'answer', payload: { value: { remark: '乙' } } }]);
    expect(answer()).toMatchObject({ entryId: 'b', value: { remark: '乙' } });
  });

  test('handed in while the person went on: what came after is sent by itself', async () => {
    await tap('b', '乙');
    await end('a', { type: 'handedIn' });
    expect(entries()).toMatchObject([{ id: 'b', after: null, payload: { value: { remark: '乙' } } }]);
    expect(answer()).toMatchObject({ entryId: 'b', value: { remark: '乙' } });
  });

  test('saved twice, by two senders: the second finds nothing to do', async () => {
    await end('a', { type: 'saved', revision: 3 });
    expect(await end('a', { type: 'saved', revision: 3 })).toBe(false);
    expect(await end('a', { type: 'rejected', reason: '' })).toBe(false);
  });

  test('conflict: it stays with the other value', async () => {
    await end('a', { type: 'conflict', theirs: theirs('乙') });
    expect(entries()).toMatchObject([{ id: 'a', state: 'conflict', theirs: { remark: '乙' }, lastError: '李内二 已修改此要点' }]);
  });

  test('conflict over the same decision: there is nothing to choose', async () => {
    await end('a', { type: 'conflict', theirs: theirs(' 甲 ') });
    expect(entries()).toEqual([]);
    expect(answer()).toMatchObject({ entryId: null, confirmed: { revision: 7 } });
  });

  test('rejected: it stays, with the reason', async () => {
    await end('a', { type: 'rejected', reason: '任务已取消' });
    expect(entries()).toMatchObject([{ id: 'a', state: 'failed', lastError: '任务已取消' }]);
  });

  test('photos missing: the same entry again at once, later from the second time on', async () => {
    await end('a', { type: 'photosMissing', photos: ['x'] });
    expect(entries()).toMatchObject([{ id: 'a', state: 'waiting', nextAttemptAt: 0 }]);
    await beginSending('a');
    await end('a', { type: 'photosMissing', photos: ['x'] });
    expect(entries()).toMatchObject([{ state: 'waiting', nextAttemptAt: clock.now + 2000 }]);
  });

  test('photos missing that this phone has not either: failed', async () => {
    await end('a', { type: 'photosMissing', photos: ['x'] }, false);
    expect(entries()).toMatchObject([{ state: 'failed', lastError: expect.stringContaining('照片缺失') }]);
  });

  test('later: it waits, with fewer others if it was not alone', async () => {
    await end('a', { type: 'later', reason: '系统错误', isSplit: true });
    expect(entries()).toMatchObject([{ state: 'waiting', lastError: '系统错误', splits: 1, nextAttemptAt: clock.now + 1000 }]);
  });

  test('later: the pause grows with the failures of the server, not with what the network lost', async () => {
    for (let lost = 0; lost < 5; lost += 1) {
      await end('a', { type: 'unsent' });
      await beginSending('a');
    }
    await end('a', { type: 'later', reason: '系统错误', isSplit: false });
    expect(entries()).toMatchObject([{ attempts: 6, nextAttemptAt: clock.now + 1000 }]);
    await beginSending('a');
    await end('a', { type: 'later', reason: '系统错误', isSplit: false });
    expect(entries()).toMatchObject([{ attempts: 7, nextAttemptAt: clock.now + 2000 }]);
  });
});

describe('an entry with a newer value behind it', () => {
  beforeEach(async () => {
    await tap('a', '甲');
    await beginSending('a');
    await tap('b', '乙');
  });

  test('is followed by one that waits for it', async () => {
    expect(entries()).toMatchObject([
      { id: 'a', payload: { value: { remark: '甲' } } },
      { id: 'b', after: 'a', attempts: 0, payload: { value: { remark: '乙' } } },
    ]);
    await tap('c', '丙');
    expect(entries()).toMatchObject([{ id: 'a' }, { id: 'b', after: 'a', payload: { value: { remark: '丙' } } }]);
  });

  test('saved: the newer is based on it', async () => {
    await end('a', { type: 'saved', revision: 3 });
    expect(entries()).toMatchObject([{ id: 'b', after: null, payload: { baseRevision: 3 } }]);
    expect(answer()).toMatchObject({ entryId: 'b', value: { remark: '乙' }, confirmed: { revision: 3, value: { remark: '甲' } } });
  });

  test('conflict: the person chooses between theirs and the newer', async () => {
    await end('a', { type: 'conflict', theirs: theirs('丁') });
    expect(entries()).toMatchObject([{ id: 'b', after: null, state: 'conflict', theirs: { remark: '丁' }, payload: { value: { remark: '乙' } } }]);
  });

  test('conflict with what the newer says: delivered', async () => {
    await end('a', { type: 'conflict', theirs: theirs('乙') });
    expect(entries()).toEqual([]);
    expect(answer()).toMatchObject({ entryId: null, value: { remark: '乙' }, confirmed: { revision: 7 } });
  });

  test('rejected: the newer takes its place', async () => {
    await end('a', { type: 'rejected', reason: '最多 500 个字符' });
    expect(entries()).toMatchObject([{ id: 'b', after: null, state: 'waiting' }]);
  });
});
