import { describe, expect, test } from 'vitest';
import type { DeptTask, DeptTaskDetail } from '#contract/task.ts';
import type { SubmittedRow } from '@/offline/storage/rows.ts';
import { withListedSubmission, withSubmission } from '@/offline/entries/submission-view.ts';

const submitted = (returnedAt: string | null = null): SubmittedRow => ({ v: 1, deptTaskId: 't', status: 'submitted', isLate: true, submittedAt: '2026-11-21T08:00:00.000Z', returnedAt });
const detail = (fields: Partial<DeptTaskDetail>): DeptTaskDetail =>
  ({ status: 'inProgress', isLate: false, isOverdue: true, submittedAt: null, submittedByName: null, returnedAt: null, ...fields }) as DeptTaskDetail;
const FIRST = '2026-11-20T08:00:00.000Z';
const SECOND = '2026-11-21T09:00:00.000Z';
const asSubmitted = { status: 'submitted', isLate: true, isOverdue: false, submittedAt: '2026-11-21T08:00:00.000Z', submittedByName: '张内一' };

describe('a task whose submission the server confirmed', () => {
  test('shows so over a detail of before', () => {
    expect(withSubmission(detail({}), submitted(), '张内一')).toMatchObject(asSubmitted);
    expect(withSubmission(detail({ status: 'returned', returnedAt: FIRST }), submitted(FIRST), '张内一')).toMatchObject(asSubmitted);
  });

  test.each([
    ['that has it', { status: 'completed' }],
    ['of a task that was cancelled', { status: 'cancelled' }],
    ['that knows of a return of it', { status: 'returned', returnedAt: SECOND }],
    ['that was filled in after a return of it', { status: 'inProgress', returnedAt: SECOND }],
  ] as const)('shows as a detail has it %s', (_case, fields) => {
    const known = detail(fields);
    expect(withSubmission(known, submitted(), '张内一')).toBe(known);
    expect(withSubmission(known, submitted(FIRST), '张内一')).toBe(known);
  });

  test('shows so in a list of before, and as the list has it where that may know of a return', () => {
    const row = (fields: Partial<DeptTask>): DeptTask => ({ ...detail({}), returnReason: null, ...fields }) as DeptTask;
    expect(withListedSubmission(row({}), submitted(), '张内一')).toMatchObject(asSubmitted);
    for (const known of [row({ status: 'completed' }), row({ status: 'returned', returnReason: '请补充' }), row({ returnReason: '请补充' })]) {
      expect(withListedSubmission(known, submitted(), '张内一')).toBe(known);
    }
  });
});
