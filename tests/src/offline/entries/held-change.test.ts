// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createUnsavedRows } from '@/offline/storage/unsaved-rows.ts';
import { applyChange, type HeldChange } from '@/offline/entries/held-change.ts';
import { answerKey, ENTRY_PREFIX, type AnswerEntryRow, type AnswerRow } from '@/offline/storage/rows.ts';
import { valueOf } from '../tab.ts';

const changeOf = (newEntryId: string, remark: string): HeldChange => ({
  kind: 'answer',
  subject: { deptTaskId: 't', pointId: 'p' },
  deptTaskId: 't',
  taskName: '',
  payload: { pointId: 'p', content: '', value: valueOf({ remark }) },
  seenRevision: 0,
  newEntryId,
  notBefore: 0,
});

test.each([
  ['another window has changed it meanwhile', 'gone'],
  ['nothing was known of it', null],
  ['it is the one that was expected', 'first'],
])('the entry that carries the value is replaced: %s', async (_, expectedEntryId) => {
  const rows = createUnsavedRows(() => undefined);
  await rows.change((change) => applyChange(change, 'e1', changeOf('first', 'one'), 1000));
  await rows.change((change) => applyChange(change, 'e1', changeOf('second', 'two'), 2000, { expectedEntryId }));

  const entries = rows.list<AnswerEntryRow>(ENTRY_PREFIX);
  expect(entries.map(({ id, payload }) => [id, payload.value.remark])).toEqual([['first', 'two']]);
  const row = rows.get<AnswerRow>(answerKey('t', 'p'));
  expect(row).toMatchObject({ entryId: 'first', value: { remark: 'two' } });
});

test('an entry that was expected and belongs to something else stays as it is', async () => {
  const rows = createUnsavedRows(() => undefined);
  const other = { ...changeOf('other', 'other'), subject: { deptTaskId: 't', pointId: 'q' }, payload: { pointId: 'q', content: '', value: valueOf({ remark: 'other' }) } };
  await rows.change((change) => applyChange(change, 'e1', other, 1000));
  await rows.change((change) => applyChange(change, 'e1', changeOf('new', 'mine'), 2000, { expectedEntryId: 'other' }));

  const entries = rows.list<AnswerEntryRow>(ENTRY_PREFIX);
  expect(entries.map(({ id, payload, after }) => [id, payload.pointId, payload.value.remark, after])).toEqual([
    ['new', 'p', 'mine', null],
    ['other', 'q', 'other', null],
  ]);
});
