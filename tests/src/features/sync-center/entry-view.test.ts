// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { conditionOf, contactWords, countConditions, groupsOf, isContactOld, lineOf, reasonOf, summaryOf } from '@/features/sync-center/entry-view.ts';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { answerEntry, correctionEntry, submitEntry, theirAnswer } from './entries.ts';

const me = 'somebody';
const shown = (entry: OutboxEntry) => ({ entry, condition: conditionOf(entry, false) });
const unfinished = () => answerEntry(me, {}, { result: 'unqualified' });

describe('where an entry stands', () => {
  it.each([
    ['waits', answerEntry(me), false, 'waiting'],
    ['is on its way', answerEntry(me, { state: 'sending' }), false, 'sending'],
    ['failed at the server for now', answerEntry(me, { attempts: 2, lastError: '服务器发生错误' }), false, 'retrying'],
    ['is 不合格 without a remark', unfinished(), false, 'incomplete'],
    ['is marked 已整改 without measures', correctionEntry(me, {}, { correctedAt: '2026-03-01T00:00:00.000Z' }), false, 'incomplete'],
    ['was refused', answerEntry(me, { state: 'failed', lastError: '任务已取消' }), false, 'failed'],
    ['misses a photo', answerEntry(me, { state: 'failed', failure: 'photosMissing' }), false, 'photosMissing'],
    ['waits for its owner to sign in', answerEntry(me, { state: 'needsLogin' }), false, 'needsLogin'],
    ['is in conflict', answerEntry(me, { state: 'conflict', theirs: theirAnswer('p') }), false, 'conflict'],
    ['is in this tab only', answerEntry(me), true, 'notSaved'],
    ['was refused and is in this tab only', answerEntry(me, { state: 'failed' }), true, 'failed'],
  ] as const)('%s', (_name, entry, isInMemory, condition) => {
    expect(conditionOf(entry, isInMemory)).toBe(condition);
  });

  it('is counted by condition, what needs the person first', () => {
    const entries = [answerEntry(me), answerEntry(me), unfinished(), answerEntry(me, { state: 'conflict' })].map(shown);
    expect(countConditions(entries)).toEqual([
      { condition: 'conflict', count: 1 },
      { condition: 'incomplete', count: 1 },
      { condition: 'waiting', count: 2 },
    ]);
  });

  it('lesson 32: has a reason in words wherever the condition alone does not say what to do', () => {
    expect(reasonOf(shown(unfinished()))).toBe('不合格要填写说明，填好后自动上传。');
    expect(reasonOf(shown(submitEntry(me)))).toBe('等本任务的结果全部送达后自动提交。');
    expect(reasonOf(shown(answerEntry(me, { state: 'failed', lastError: '任务已取消（重复）' })))).toBe('任务已取消（重复）');
    expect(reasonOf(shown(answerEntry(me)))).toBe('');
  });
});

it('groups by task and by self-correction, with what needs the person first', () => {
  const waiting = answerEntry(me);
  const refused = answerEntry(me, { state: 'failed' });
  const correction = correctionEntry(me);
  const groups = groupsOf([waiting, refused, correction, submitEntry(me)].map(shown));
  expect(groups.map(({ title, path, entries }) => [title, path, entries.length])).toEqual([
    ['内科日常自查', '/mytask/index/dept-task-1', 3],
    ['自纠 · 内科日常自查', '/mytask/self-innovate/correction-1', 1],
  ]);
  expect(groups[0]?.entries[0]?.entry).toBe(refused);
});

it('says what entries hold, counting a photo once', () => {
  expect(summaryOf([answerEntry(me, { photoIds: ['a', 'b'] }), answerEntry(me, { photoIds: ['b'] }), correctionEntry(me), submitEntry(me)])).toBe(
    '2 项自查结果、1 项整改、1 次提交、2 张照片',
  );
  expect(lineOf(answerEntry(me, { photoIds: ['a'] }, { result: 'unqualified', remark: '未上锁' })).value).toBe('不合格：未上锁 · 1 张照片');
  expect(lineOf(correctionEntry(me, {}, { measures: '已上锁', correctedAt: '2026-03-01T00:00:00.000Z' })).value).toBe('已整改：已上锁');
});

it('notices a contact of more than a day ago', () => {
  const at = (days: number) => new Date(Date.parse('2026-03-01T01:00:00.000Z') + days * 86_400_000);
  expect(isContactOld(at(0).getTime(), at(0.99))).toBe(false);
  expect(isContactOld(at(0).getTime(), at(1))).toBe(true);
  expect(isContactOld(null, at(1))).toBe(false);
});

it('lesson 24: tells how long ago the server answered last, also on a page that stays open for days', () => {
  const contact = Date.parse('2026-03-01T01:00:00.000Z');
  const at = (minutes: number) => contactWords(contact, new Date(contact + minutes * 60_000));
  expect(contactWords(null, new Date())).toBe('还没有联系过服务器');
  expect(at(0)).toBe('最近一次联系上服务器：刚刚，2026-03-01 09:00:00');
  expect(at(-1)).toBe('最近一次联系上服务器：刚刚，2026-03-01 09:00:00');
  expect(at(90)).toBe('最近一次联系上服务器：1小时前，2026-03-01 09:00:00');
  expect(at(26 * 60)).toBe('最近一次联系上服务器：1天前，2026-03-01 09:00:00');
  expect(at(-60)).toBe('最近一次联系上服务器：2026-03-01 09:00:00');
});
