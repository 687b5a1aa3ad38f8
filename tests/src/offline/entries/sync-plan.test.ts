// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import { ApiError } from '@/api/ApiError.ts';
import type { AnswerEntryRow, OutboxEntry, SubmitEntryRow } from '@/offline/storage/rows.ts';
import { BACK_OFF_CAP_MS, backOff } from '@/lib/back-off.ts';
import { judgeFailure, nextStep } from '@/offline/entries/sync-plan.ts';

const NOW = 1_000_000;
let number = 0;
const idOf = (order: number) => `entry-${String(order).padStart(5, '0')}`;

const answer = (fields: Partial<AnswerEntryRow> = {}): AnswerEntryRow => {
  number += 1;
  return {
    v: 1,
    id: idOf(number),
    account: 'e1',
    kind: 'answer',
    deptTaskId: 't1',
    taskName: '',
    payload: { pointId: `p${number}`, content: '', value: { result: 'qualified', remark: '', photos: [], answeredAt: '' }, baseRevision: 0 },
    photoIds: [],
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    splits: 0,
    after: null,
    createdAt: '',
    ...fields,
  };
};
const submit = (fields: Partial<SubmitEntryRow> = {}): SubmitEntryRow => ({ ...answer(), payload: { submittedAt: '', returnedAt: null }, ...fields, kind: 'submit' });
const sentIds = (entries: OutboxEntry[], now = NOW) => {
  const step = nextStep(entries, now);
  return step.type === 'send' ? step.entries.map((entry) => entry.id) : step;
};

describe('what goes next', () => {
  test('nothing', () => {
    expect(nextStep([], NOW)).toEqual({ type: 'idle' });
  });

  test('the oldest entry with the others of its task and kind, oldest first', () => {
    const [one, two, three, four] = [answer(), answer({ deptTaskId: 't2' }), answer(), submit()];
    expect(sentIds([four, three, two, one])).toEqual([one.id, three.id]);
  });

  test('at most 200 together', () => {
    const many = Array.from({ length: 450 }, () => answer());
    expect(sentIds(many)).toHaveLength(200);
  });

  test('one entry of a point; the newer waits for the older', () => {
    const older = answer();
    const newer = answer({ after: older.id });
    expect(sentIds([older, newer])).toEqual([older.id]);
    expect(sentIds([newer])).toEqual([newer.id]);
  });

  test('the newer waits even when the clock went back between them', () => {
    const newer = answer();
    const older = answer();
    expect(sentIds([{ ...newer, after: older.id }, older])).toEqual([older.id]);
  });

  test('what a killed sender left as sending, and what waited for a sign-in', () => {
    const [one, two] = [answer({ state: 'sending', attempts: 1 }), answer({ state: 'needsLogin', attempts: 1 })];
    expect(sentIds([one, two])).toEqual([one.id, two.id]);
  });

  test('nothing that failed or is in conflict, and what depends on neither', () => {
    const [failed, conflict, fine] = [answer({ state: 'failed' }), answer({ state: 'conflict' }), answer()];
    expect(sentIds([failed, conflict, fine])).toEqual([fine.id]);
    expect(nextStep([failed, conflict], NOW)).toEqual({ type: 'idle' });
  });

  test('a submission only when no answer of its task is left, whatever its state', () => {
    const own = submit({ deptTaskId: 't1' });
    for (const state of ['waiting', 'failed', 'conflict', 'needsLogin'] as const) {
      expect(sentIds([own, answer({ state, nextAttemptAt: NOW + 1 })])).not.toEqual([own.id]);
    }
    expect(sentIds([own, answer({ state: 'failed', deptTaskId: 't2' })])).toEqual([own.id]);
  });

  test('no 不合格 without a remark', () => {
    const unfinished = answer();
    unfinished.payload.value.result = 'unqualified';
    expect(nextStep([unfinished], NOW)).toEqual({ type: 'idle' });
    unfinished.payload.value.remark = '  ';
    expect(nextStep([unfinished], NOW)).toEqual({ type: 'idle' });
    unfinished.payload.value.remark = '过期';
    expect(sentIds([unfinished])).toEqual([unfinished.id]);
  });

  test('the moment to wake up when nothing is due', () => {
    expect(nextStep([answer({ nextAttemptAt: NOW + 900 }), answer({ nextAttemptAt: NOW + 500 })], NOW)).toEqual({ type: 'wait', until: NOW + 500 });
    const due = answer({ nextAttemptAt: NOW });
    expect(sentIds([due, answer({ nextAttemptAt: NOW + 1 })])).toEqual([due.id]);
  });

  test('what was put off before the phone’s clock went back a day', () => {
    const entry = answer({ nextAttemptAt: NOW + 86_400_000 });
    expect(sentIds([entry])).toEqual([entry.id]);
  });

  test('fewer together after a request failed as a whole, down to one', () => {
    const sizes = [0, 1, 2, 3, 4].map((splits) => {
      const ids = sentIds(Array.from({ length: 300 }, () => answer({ splits })));
      return Array.isArray(ids) ? ids.length : 0;
    });
    expect(sizes).toEqual([200, 25, 3, 1, 1]);
  });

  test('the suspects not together with the others', () => {
    const [suspect, fine] = [answer({ splits: 1 }), answer()];
    expect(sentIds([suspect, fine])).toEqual([suspect.id]);
  });
});

describe('the back-off', () => {
  test('lesson 1: doubles, never passes the cap, and is spread between half and all', () => {
    for (let failures = 1; failures < 40; failures += 1) {
      const [least, most] = [backOff(failures, 0), backOff(failures, 1)];
      expect(most).toBe(Math.min(BACK_OFF_CAP_MS, 1000 * 2 ** (failures - 1)));
      expect(least).toBe(most / 2);
    }
    expect(BACK_OFF_CAP_MS).toBeLessThanOrEqual(60_000);
  });
});

describe('a request that failed', () => {
  const outcomes = (error: unknown, count: number) => {
    const failure = judgeFailure(error, count);
    return { stop: failure.stop, outcomes: Array.from({ length: count }, (_, index) => failure.outcomeOf(index).type) };
  };

  test.each([
    ['no network', new ApiError('offline', ''), 'network'],
    ['a time-out', new ApiError('timeout', ''), 'network'],
    ['HTTP 429', new ApiError('business', '', { status: 429, code: code.tooManyAttempts }), 'server'],
    ['HTTP 408', new ApiError('business', '', { status: 408 }), 'server'],
    ['HTTP 503', new ApiError('server', '', { status: 503, code: code.unavailable }), 'server'],
    ['a proxy’s 502', new ApiError('server', '', { status: 502 }), 'network'],
    ['a portal’s 401', new ApiError('server', '', { status: 401 }), 'network'],
    ['a proxy’s 404', new ApiError('server', '', { status: 404 }), 'network'],
    ['an end from our side', new DOMException('', 'AbortError'), 'aborted'],
  ])('%s says nothing about the entries', (_name, error, stop) => {
    expect(outcomes(error, 2)).toEqual({ stop, outcomes: ['unsent', 'unsent'] });
  });

  test.each([
    ['4001', new ApiError('business', '', { status: 200, code: code.signedOut })],
    ['401', new ApiError('business', '', { status: 401 })],
  ])('%s waits for a sign-in', (_name, error) => {
    expect(outcomes(error, 2)).toEqual({ stop: 'needsLogin', outcomes: ['needsLogin', 'needsLogin'] });
  });

  test.each([code.notFound, code.forbidden, code.conflict])('%d concerns the task, and so every entry', (given) => {
    expect(outcomes(new ApiError('business', '记录不存在', { status: 404, code: given }), 2)).toEqual({ stop: null, outcomes: ['rejected', 'rejected'] });
  });

  test('4004 is told in the words of what was sent, where it has some', () => {
    const error = new ApiError('business', '记录不存在', { status: 404, code: code.notFound });
    expect(judgeFailure(error, 2, '任务不存在').outcomeOf(1)).toEqual({ type: 'rejected', reason: '任务不存在' });
    expect(judgeFailure(error, 2).outcomeOf(1)).toEqual({ type: 'rejected', reason: '记录不存在' });
    const closed = new ApiError('business', '任务已取消', { status: 409, code: code.conflict });
    expect(judgeFailure(closed, 2, '任务不存在').outcomeOf(1)).toEqual({ type: 'rejected', reason: '任务已取消' });
  });

  test('4022 that names entries refuses those alone', () => {
    const error = new ApiError('business', '数据校验失败', { status: 422, code: code.validation, details: [{ field: 'entries.1.remark', message: '最多 500 个字符' }] });
    const failure = judgeFailure(error, 3);
    expect(failure.outcomeOf(1)).toEqual({ type: 'rejected', reason: '最多 500 个字符' });
    expect(outcomes(error, 3)).toEqual({ stop: null, outcomes: ['unsent', 'rejected', 'unsent'] });
  });

  test('4022 that names none, or none of these, is narrowed down; of a single entry it is final', () => {
    for (const details of [undefined, [{ field: 'entries.7', message: '' }], [{ field: 'deptTaskId', message: '' }]]) {
      const error = new ApiError('business', '数据校验失败', { status: 422, code: code.validation, details });
      expect(outcomes(error, 3)).toEqual({ stop: null, outcomes: ['later', 'later', 'later'] });
      expect(outcomes(error, 1)).toEqual({ stop: null, outcomes: ['rejected'] });
    }
  });

  test('5000 is narrowed down too, and never final', () => {
    const error = new ApiError('server', '系统错误', { status: 500, code: code.internal });
    expect(judgeFailure(error, 2).outcomeOf(0)).toEqual({ type: 'later', reason: '系统错误', isSplit: true });
    expect(judgeFailure(error, 1).outcomeOf(0)).toEqual({ type: 'later', reason: '系统错误', isSplit: false });
  });
});
