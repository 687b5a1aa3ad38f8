import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { shanghaiDay } from '#contract/calendar.ts';
import { TEXT_BYTES_PER_DAY, TEXT_FULL_TODAY } from '#contract/limits.ts';
import { correctionEntry, openCorrection } from '../support/correction-fixture.ts';
import { readRows } from '../support/database-rows.ts';
import { newDeclaration } from '../support/declaration-fixture.ts';
import { employees } from '../support/fixture.ts';
import { type Answer, startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess, issueToInternal, newEntry, somePointIds } from '../support/task-fixture.ts';

let server: TestServer;
let points: string[];
beforeAll(async () => {
  server = await startTestServer();
  points = await somePointIds(server, 3);
});
beforeEach(async () => void (await server.context.db.deleteFrom('daily_use').execute()));
afterAll(() => server.stop());

/** Each writes a value of some fifty bytes at least. */
const writers: [what: string, write: () => Promise<() => Promise<Answer<unknown>>>][] = [
  [
    'answers',
    async () => {
      const { deptTaskId } = await issueToInternal(server, { pointIds: points });
      return () => server.call('saveAnswers', { body: { deptTaskId, entries: [newEntry(server, points[0]!)] } }, { as: 'staff01' });
    },
  ],
  [
    'corrections',
    async () => {
      const { id, itemIds } = await openCorrection(server, { pointIds: points });
      await server.context.db.deleteFrom('daily_use').execute();
      return () => server.call('saveCompanySelfCorrectInfo', { body: { id, entries: [correctionEntry(server, itemIds[0]!)] } }, { as: 'staff01' });
    },
  ],
  [
    'late work',
    async () => {
      const { taskId, deptTaskId } = await issueToInternal(server, { pointIds: points });
      expectSuccess(await server.call('cancelTask', { body: { id: taskId, reason: '重复下发' } }, { as: 'admin01' }));
      return () => server.call('handInAnswers', { body: { deptTaskId, entries: [newEntry(server, points[0]!)] } }, { as: 'staff01' });
    },
  ],
  ['a declaration', () => Promise.resolve(() => server.call('addSelfDeclare', { params: { type: '6' }, body: newDeclaration() }, { as: 'staff01' }))],
];

it.each(writers)('of %s so much is stored for a person on a day, and nothing beyond', async (_what, write) => {
  const { db } = server.context;
  const send = await write();
  expectSuccess(await send());
  const day = shanghaiDay(server.clock.now());
  const used = await db.selectFrom('daily_use').selectAll().execute();
  expect(used).toEqual([{ employee_id: employees.staff01.id, day, file_bytes: 0, text_bytes: expect.any(Number) }]);
  expect(used[0]?.text_bytes).toBeGreaterThan(50);
  await db.updateTable('daily_use').set({ text_bytes: TEXT_BYTES_PER_DAY - 10 }).execute();
  const before = await readRows(server.context);
  expect(await send()).toMatchObject({ status: 429, code: 4029, message: TEXT_FULL_TODAY });
  expect(await readRows(server.context)).toBe(before);
  const start = server.clock.now();
  server.clock.advance(24 * 60 * 60 * 1000);
  expectSuccess(await send());
  server.clock.set(start);
});
