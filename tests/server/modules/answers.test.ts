import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerEntry } from '#contract/answer.ts';
import { CLEARED } from '#contract/result.ts';
import { type Account, depts, employees } from '../support/fixture.ts';
import { makePhoto, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import {
  addOwnPoints,
  answerAll,
  expectSuccess,
  issueTask,
  issueToInternal,
  newEntry,
  readDetail,
  save,
  saveOne,
  somePointIds,
  submit,
} from '../support/task-fixture.ts';

let server: TestServer;
let points: string[];
beforeAll(async () => {
  server = await startTestServer();
  points = await somePointIds(server, 20);
});
afterAll(() => server.stop());

const DAY_MS = 24 * 60 * 60 * 1000;
const issue = (count = 3) => issueToInternal(server, { pointIds: points.slice(0, count) });
const historyOf = async (deptTaskId: string) =>
  expectSuccess(await server.call('queryMyTaskAnswerCheckPoint', { query: { deptTaskId } }, { as: 'staff01' })).history;
const answerOf = async (deptTaskId: string, pointId: string) =>
  (await readDetail(server, deptTaskId)).points.find((point) => point.pointId === pointId)?.answer;
const auditCount = async (deptTaskId: string) =>
  (
    await server.context.db.selectFrom('audit_record').select('id').where('object_id', '=', deptTaskId).where('action', '=', 'answer.save').execute()
  ).length;
/** What the counters say beside what is really there. */
const counts = async (deptTaskId: string) => {
  const { answeredCount, unqualifiedCount, points: list } = await readDetail(server, deptTaskId);
  const answers = list.flatMap((point) => point.answer ?? []);
  expect([answeredCount, unqualifiedCount]).toEqual([answers.length, answers.filter((answer) => answer.result === 'unqualified').length]);
  const row = await server.context.db.selectFrom('dept_task').selectAll().where('id', '=', deptTaskId).executeTakeFirstOrThrow();
  const judged = list.filter(({ answer }) => answer !== null && answer.result !== 'notApplicable');
  const weightOf = (among: typeof list) => among.reduce((sum, { weight = 1 }) => sum + weight, 0);
  expect([row.judged_count, row.judged_weight, row.qualified_weight, row.failed_vetoes]).toEqual([
    judged.length,
    weightOf(judged),
    weightOf(judged.filter(({ answer }) => answer?.result === 'qualified')),
    judged.filter(({ answer, mark }) => answer?.result === 'unqualified' && mark === 'veto').length,
  ]);
  return [answeredCount, unqualifiedCount];
};

describe('saving answers', () => {
  test('stores each with its author and both clocks, counts them, and leaves one audit record', async () => {
    const { deptTaskId, pointIds } = await issue(4);
    const [a = '', b = '', c = ''] = pointIds;
    server.clock.advance(60_000);
    const answeredAt = '2026-06-15T02:00:30.000Z';
    const entries = [
      newEntry(server, a, { answeredAt }),
      newEntry(server, b, { answeredAt, result: 'unqualified', remark: '  灭火器过期  ' }),
      newEntry(server, c, { answeredAt, result: 'notApplicable', remark: '本科室无此业务' }),
    ];
    const answer = await save(server, deptTaskId, entries);
    expect(answer).toEqual({
      outcomes: entries.map((entry) => ({ id: entry.id, pointId: entry.pointId, outcome: 'saved', revision: 1 })),
      answeredCount: 3,
      pointCount: 4,
    });
    expect(await answerOf(deptTaskId, b)).toEqual({
      pointId: b,
      result: 'unqualified',
      remark: '灭火器过期',
      photos: [],
      answeredBy: employees.staff01.id,
      answeredByName: employees.staff01.employeeName,
      answeredAt,
      savedAt: server.clock.now().toISOString(),
      revision: 1,
    });
    expect((await readDetail(server, deptTaskId)).status).toBe('inProgress');
    expect(await counts(deptTaskId)).toEqual([3, 1]);
    expect(await auditCount(deptTaskId)).toBe(1);
  });

  test('changes the counts with the value', async () => {
    const { deptTaskId, pointIds } = await issue(3);
    const [a = '', b = ''] = pointIds;
    await save(server, deptTaskId, [newEntry(server, a), newEntry(server, b, { result: 'unqualified', remark: '缺' })]);
    expect(await counts(deptTaskId)).toEqual([2, 1]);
    await save(server, deptTaskId, [newEntry(server, a, { result: 'unqualified', remark: '缺', baseRevision: 1 }), newEntry(server, b, { baseRevision: 1 })]);
    expect(await counts(deptTaskId)).toEqual([2, 1]);
    await save(server, deptTaskId, [newEntry(server, a, { result: 'notApplicable', baseRevision: 2 })]);
    expect(await counts(deptTaskId)).toEqual([2, 0]);
  });

  test('takes several values of one point in one request, in their order', async () => {
    const { deptTaskId, pointIds } = await issue(1);
    const [a = ''] = pointIds;
    const { outcomes } = await save(server, deptTaskId, [
      newEntry(server, a),
      newEntry(server, a, { result: 'unqualified', remark: '再看', baseRevision: 1 }),
      newEntry(server, a, { result: 'notApplicable', baseRevision: 2 }),
    ]);
    expect(outcomes.map((outcome) => outcome.revision)).toEqual([1, 2, 3]);
    expect(await answerOf(deptTaskId, a)).toMatchObject({ result: 'notApplicable', revision: 3 });
    expect(await counts(deptTaskId)).toEqual([1, 0]);
    expect((await historyOf(deptTaskId)).map((row) => row.result)).toEqual(['notApplicable', 'unqualified', 'qualified']);
  });

  test('takes an answer back, with remark and photos, and keeps in the history what it was', async () => {
    const { deptTaskId, pointIds } = await issue(2);
    const [a = '', b = ''] = pointIds;
    await save(server, deptTaskId, [newEntry(server, a, { result: 'unqualified', remark: '缺' }), newEntry(server, b)]);
    const clearing = newEntry(server, a, { result: CLEARED, baseRevision: 1 });
    const cleared = await save(server, deptTaskId, [clearing]);
    expect(cleared).toMatchObject({ outcomes: [{ outcome: 'saved', revision: 2 }], answeredCount: 1 });
    expect((await save(server, deptTaskId, [clearing])).outcomes).toEqual(cleared.outcomes);
    expect(await counts(deptTaskId)).toEqual([1, 0]);
    expect((await readDetail(server, deptTaskId)).points.find(({ pointId }) => pointId === a)).toMatchObject({ answer: null, clearedRevision: 2 });
    expect((await submit(server, deptTaskId)).code).not.toBe(1000);
    // A phone that knows nothing of it gives its answer as to a point that nobody answered.
    expect(await saveOne(server, deptTaskId, newEntry(server, a, { baseRevision: 0 }), 'staff02')).toMatchObject({ outcome: 'saved', revision: 3 });
    expect(await counts(deptTaskId)).toEqual([2, 0]);
    expect((await readDetail(server, deptTaskId)).points.find(({ pointId }) => pointId === a)).not.toHaveProperty('clearedRevision');
    const history = (await historyOf(deptTaskId)).filter(({ pointId }) => pointId === a);
    expect(history.map(({ revision, result }) => [revision, result])).toEqual([[3, 'qualified'], [2, CLEARED], [1, 'unqualified']]);
  });

  test('does not take back what somebody else changed meanwhile', async () => {
    const { deptTaskId, pointIds } = await issue(1);
    const [a = ''] = pointIds;
    await saveOne(server, deptTaskId, newEntry(server, a));
    await saveOne(server, deptTaskId, newEntry(server, a, { result: 'unqualified', remark: '漏水', baseRevision: 1 }), 'staff02');
    const clearing = newEntry(server, a, { result: CLEARED, baseRevision: 1 });
    expect(await saveOne(server, deptTaskId, clearing)).toMatchObject({ outcome: 'conflict', current: { result: 'unqualified', remark: '漏水', revision: 2 } });
    expect(await counts(deptTaskId)).toEqual([1, 1]);
    // Known as a conflict, it is told what holds, also where that is nothing by now.
    await saveOne(server, deptTaskId, newEntry(server, a, { result: CLEARED, baseRevision: 2 }), 'staff02');
    expect(await saveOne(server, deptTaskId, clearing)).toMatchObject({ outcome: 'conflict', current: { result: CLEARED, revision: 3 } });
  });

  test('keeps every earlier value in the history', async () => {
    const { deptTaskId, pointIds } = await issue(1);
    const [a = ''] = pointIds;
    await saveOne(server, deptTaskId, newEntry(server, a, { result: 'unqualified', remark: '第一次' }));
    server.clock.advance(1000);
    await saveOne(server, deptTaskId, newEntry(server, a, { remark: '第二次', baseRevision: 1 }), 'staff02');
    expect((await historyOf(deptTaskId)).map((row) => [row.revision, row.result, row.remark, row.answeredByName, row.isConflict])).toEqual([
      [2, 'qualified', '第二次', employees.staff02.employeeName, false],
      [1, 'unqualified', '第一次', employees.staff01.employeeName, false],
    ]);
  });

  test('refuses what the contract refuses, with the field, and stores nothing of that request', async () => {
    const { deptTaskId, pointIds } = await issue(2);
    const [a = '', b = ''] = pointIds;
    const good = newEntry(server, a);
    const cases: [Partial<AnswerEntry>, string][] = [
      [{ result: 'unqualified', remark: '   ' }, 'entries.1.remark'],
      [{ result: 'fine' as never }, 'entries.1.result'],
      [{ result: CLEARED, remark: '说明' }, 'entries.1.result'],
      [{ remark: '长'.repeat(501) }, 'entries.1.remark'],
      [{ remark: 'a\u0000b' }, 'entries.1.remark'],
      [{ photos: Array.from({ length: 10 }, (_, index) => String(index).repeat(64)) }, 'entries.1.photos'],
      [{ photos: ['../../secret'] }, 'entries.1.photos.0'],
      [{ answeredAt: 'yesterday' }, 'entries.1.answeredAt'],
      [{ baseRevision: -1 }, 'entries.1.baseRevision'],
      [{ id: '1' }, 'entries.1.id'],
    ];
    for (const [fields, field] of cases) {
      const body = { deptTaskId, entries: [good, newEntry(server, b, fields)] };
      const answer = await server.call('saveAnswers', { body }, { as: 'staff01' });
      expect(answer).toMatchObject({ status: 422, code: 4022 });
      expect(answer.details?.map((detail) => detail.field)).toContain(field);
    }
    const tooMany = Array.from({ length: 201 }, () => newEntry(server, a));
    expect((await server.call('saveAnswers', { body: { deptTaskId, entries: tooMany } }, { as: 'staff01' })).status).toBe(422);
    expect((await server.call('saveAnswers', { body: { deptTaskId, entries: [] } }, { as: 'staff01' })).status).toBe(422);
    expect(await counts(deptTaskId)).toEqual([0, 0]);
  });

  test('does not lose an answer to a phone with a wrong clock', async () => {
    const { deptTaskId, pointIds } = await issue(5);
    const now = server.clock.now();
    const iso = (difference: number) => new Date(now.getTime() + difference).toISOString();
    server.clock.advance(DAY_MS);
    const arrival = server.clock.now().toISOString();
    const sent = ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', iso(DAY_MS + 1), iso(-1), iso(DAY_MS / 2)];
    await save(server, deptTaskId, pointIds.map((id, index) => newEntry(server, id, { answeredAt: sent[index] ?? '' })));
    const { points: list } = await readDetail(server, deptTaskId);
    expect(list.map((point) => point.answer?.answeredAt)).toEqual([arrival, arrival, arrival, arrival, sent[4]]);
  });
});

describe('a repeated entry', () => {
  test('lesson 5: is answered as the first time and stored once, whatever happened since', async () => {
    const { deptTaskId, pointIds } = await issue(2);
    const [a = '', b = ''] = pointIds;
    const entry = newEntry(server, a);
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'saved', revision: 1 });
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'saved', revision: 1 });
    await saveOne(server, deptTaskId, newEntry(server, a, { result: 'unqualified', remark: '改', baseRevision: 1 }), 'staff02');
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'saved', revision: 1 });
    expect(await answerOf(deptTaskId, a)).toMatchObject({ result: 'unqualified', revision: 2 });
    expect(await historyOf(deptTaskId)).toHaveLength(2);
    expect(await auditCount(deptTaskId)).toBe(2);

    await saveOne(server, deptTaskId, newEntry(server, b));
    expectSuccess(await submit(server, deptTaskId));
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'saved', revision: 1 });
  });

  test('in one request counts once', async () => {
    const { deptTaskId, pointIds } = await issue(1);
    const entry = newEntry(server, pointIds[0] ?? '');
    const { outcomes, answeredCount } = await save(server, deptTaskId, [entry, entry]);
    expect(outcomes.map((outcome) => [outcome.outcome, outcome.revision])).toEqual([
      ['saved', 1],
      ['saved', 1],
    ]);
    expect(answeredCount).toBe(1);
    expect(await historyOf(deptTaskId)).toHaveLength(1);
  });

  test('that says something else than before is a conflict: neither value is lost without a word', async () => {
    const { deptTaskId, pointIds } = await issue(1);
    const [a = ''] = pointIds;
    const entry = newEntry(server, a, { result: 'unqualified', remark: '旧话' });
    await saveOne(server, deptTaskId, entry);
    const changed = { ...entry, remark: '新话' };
    for (let tries = 2; tries > 0; tries -= 1) expect(await saveOne(server, deptTaskId, changed)).toMatchObject({ outcome: 'conflict', current: { remark: '旧话', revision: 1 } });
    // Kept by its person, it goes under an id of its own.
    expect(await saveOne(server, deptTaskId, { ...changed, id: uuidv7(), baseRevision: 1 })).toMatchObject({ outcome: 'saved', revision: 2 });
    expect(await saveOne(server, deptTaskId, changed)).toMatchObject({ outcome: 'saved' });
    expect(await historyOf(deptTaskId)).toHaveLength(2);
  });

  test('that conflicted conflicts again, with the value that holds now', async () => {
    const { deptTaskId, pointIds } = await issue(1);
    const [a = ''] = pointIds;
    await saveOne(server, deptTaskId, newEntry(server, a));
    const late = newEntry(server, a, { result: 'unqualified', remark: '我认为不合格' });
    expect(await saveOne(server, deptTaskId, late, 'staff02')).toMatchObject({ outcome: 'conflict', current: { result: 'qualified', revision: 1 } });
    await saveOne(server, deptTaskId, newEntry(server, a, { result: 'notApplicable', baseRevision: 1 }));
    expect(await saveOne(server, deptTaskId, late, 'staff02')).toMatchObject({ outcome: 'conflict', current: { result: 'notApplicable', revision: 2 } });
    expect((await historyOf(deptTaskId)).filter((row) => row.isConflict)).toHaveLength(1);
  });

  test("with somebody else's id is refused, and nothing of theirs is changed", async () => {
    const { deptTaskId, pointIds } = await issue(2);
    const [a = '', b = ''] = pointIds;
    const entry = newEntry(server, a);
    await saveOne(server, deptTaskId, entry);
    const reused = { outcome: 'rejected', reason: '编号已被使用' };
    expect(await saveOne(server, deptTaskId, entry, 'staff02')).toMatchObject(reused);
    expect(await saveOne(server, deptTaskId, { ...entry, pointId: b })).toMatchObject(reused);
    const other = await issue(2);
    expect(await saveOne(server, other.deptTaskId, entry)).toMatchObject(reused);
    const { deptTaskIds } = await issueTask(server, { pointIds: points.slice(0, 1), deptIds: [depts.otherInternal.id] }, 'admin91');
    expect(await saveOne(server, deptTaskIds[depts.otherInternal.id] ?? '', entry, 'staff91')).toMatchObject(reused);
    expect(await historyOf(deptTaskId)).toHaveLength(1);
  });

  test('lesson 7: in several requests at once is stored once', async () => {
    await server.signIn('staff01');
    for (let round = 0; round < 10; round += 1) {
      const { deptTaskId, pointIds } = await issue(3);
      const entries = pointIds.map((id) => newEntry(server, id, { result: 'unqualified', remark: '同时' }));
      const answers = await Promise.all(Array.from({ length: 6 }, () => save(server, deptTaskId, entries)));
      for (const { outcomes, answeredCount } of answers) {
        expect(outcomes.map((outcome) => [outcome.outcome, outcome.revision])).toEqual(entries.map(() => ['saved', 1]));
        expect(answeredCount).toBe(3);
      }
      expect(await historyOf(deptTaskId)).toHaveLength(3);
      expect(await counts(deptTaskId)).toEqual([3, 3]);
      expect(await auditCount(deptTaskId)).toBe(1);
    }
  });

  test('sent for two department tasks at once is stored for one of them', async () => {
    await server.signIn('staff01');
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await issue(1), await issue(1)];
      const entry = newEntry(server, points[0] ?? '');
      const outcomes = await Promise.all([saveOne(server, one.deptTaskId, entry), saveOne(server, two.deptTaskId, entry)]);
      expect(outcomes.map((outcome) => outcome.outcome).sort()).toEqual(['rejected', 'saved']);
      expect([...(await historyOf(one.deptTaskId)), ...(await historyOf(two.deptTaskId))]).toHaveLength(1);
      expect((await counts(one.deptTaskId))[0] ?? 0).toBe(outcomes[0]?.outcome === 'saved' ? 1 : 0);
      expect((await counts(two.deptTaskId))[0] ?? 0).toBe(outcomes[1]?.outcome === 'saved' ? 1 : 0);
    }
  });
});

describe('two people in one department task', () => {
  test('different points merge without a word', async () => {
    const { deptTaskId, pointIds } = await issue(4);
    await Promise.all([server.signIn('staff01'), server.signIn('staff02')]);
    const answers = await Promise.all([
      save(server, deptTaskId, pointIds.slice(0, 2).map((id) => newEntry(server, id)), 'staff01'),
      save(server, deptTaskId, pointIds.slice(2).map((id) => newEntry(server, id, { result: 'unqualified', remark: '缺' })), 'staff02'),
    ]);
    for (const { outcomes } of answers) expect(outcomes.every((outcome) => outcome.outcome === 'saved')).toBe(true);
    expect(await counts(deptTaskId)).toEqual([4, 2]);
  });

  test('lesson 34: the same point changed by both: the first holds, both are kept, and the second is told', async () => {
    const { deptTaskId, pointIds } = await issue(2);
    const [a = ''] = pointIds;
    await saveOne(server, deptTaskId, newEntry(server, a));
    server.clock.advance(1000);
    await saveOne(server, deptTaskId, newEntry(server, a, { result: 'unqualified', remark: '漏水', baseRevision: 1 }), 'staff02');
    server.clock.advance(1000);
    const mine = newEntry(server, a, { result: 'notApplicable', remark: '不适用', baseRevision: 1 });
    const outcome = await saveOne(server, deptTaskId, mine);
    expect(outcome).toEqual({
      id: mine.id,
      pointId: a,
      outcome: 'conflict',
      current: expect.objectContaining({ result: 'unqualified', remark: '漏水', revision: 2, answeredByName: employees.staff02.employeeName }),
    });
    expect(await answerOf(deptTaskId, a)).toEqual(outcome.current);
    expect(await counts(deptTaskId)).toEqual([1, 1]);
    expect((await historyOf(deptTaskId)).map((row) => [row.result, row.revision, row.isConflict])).toEqual([
      ['notApplicable', 2, true],
      ['unqualified', 2, false],
      ['qualified', 1, false],
    ]);

    // 保留我的: the same value again, now knowing the other one.
    const resolved = await saveOne(server, deptTaskId, newEntry(server, a, { result: 'notApplicable', remark: '不适用', baseRevision: 2 }));
    expect(resolved).toMatchObject({ outcome: 'saved', revision: 3 });
    expect(await counts(deptTaskId)).toEqual([1, 0]);
  });

  test('who decided alike has no conflict, and no new value', async () => {
    const { deptTaskId, pointIds } = await issue(1);
    const [a = ''] = pointIds;
    const photo = await uploaded(server, await makePhoto(100));
    const value = { result: 'unqualified', remark: '标签脱落', photos: [photo] } as const;
    await saveOne(server, deptTaskId, newEntry(server, a, { ...value, photos: [photo] }));
    const alike = newEntry(server, a, { ...value, photos: [photo] });
    expect(await saveOne(server, deptTaskId, alike, 'staff02')).toMatchObject({ outcome: 'saved', revision: 1 });
    expect(await answerOf(deptTaskId, a)).toMatchObject({ revision: 1, answeredBy: employees.staff01.id });
    await saveOne(server, deptTaskId, newEntry(server, a, { baseRevision: 1 }));
    // Its repetition still finds the first outcome.
    expect(await saveOne(server, deptTaskId, alike, 'staff02')).toMatchObject({ outcome: 'saved', revision: 1 });
    for (const other of [{ ...value, remark: '标签模糊' }, { ...value, photos: [] }, { ...value, result: 'notApplicable' as const }]) {
      const { deptTaskId: again } = await issue(1);
      await saveOne(server, again, newEntry(server, a, { ...value, photos: [photo] }));
      expect((await saveOne(server, again, newEntry(server, a, { ...other, photos: [...other.photos] }), 'staff02')).outcome).toBe('conflict');
    }
  });

  test('at the same moment: one holds, the other conflicts', async () => {
    await Promise.all([server.signIn('staff01'), server.signIn('staff02')]);
    for (let round = 0; round < 10; round += 1) {
      const { deptTaskId, pointIds } = await issue(1);
      const [a = ''] = pointIds;
      const outcomes = await Promise.all([
        saveOne(server, deptTaskId, newEntry(server, a), 'staff01'),
        saveOne(server, deptTaskId, newEntry(server, a, { result: 'unqualified', remark: '缺' }), 'staff02'),
      ]);
      expect(outcomes.map((outcome) => outcome.outcome).sort()).toEqual(['conflict', 'saved']);
      expect(await answerOf(deptTaskId, a)).toMatchObject({ revision: 1, result: outcomes[0]?.outcome === 'saved' ? 'qualified' : 'unqualified' });
      await counts(deptTaskId);
      expect(await historyOf(deptTaskId)).toHaveLength(2);
    }
  });

  test('a phone that is ahead of a restored backup wins', async () => {
    const { deptTaskId, pointIds } = await issue(1);
    expect(await saveOne(server, deptTaskId, newEntry(server, pointIds[0] ?? '', { baseRevision: 7 }))).toMatchObject({ outcome: 'saved', revision: 1 });
  });

  test('a save and the submission at once leave no answer behind', async () => {
    await Promise.all([server.signIn('staff01'), server.signIn('staff02')]);
    for (let round = 0; round < 10; round += 1) {
      const { deptTaskId, pointIds } = await issue(2);
      await answerAll(server, deptTaskId, pointIds);
      const late = newEntry(server, pointIds[0] ?? '', { result: 'unqualified', remark: '刚发现', baseRevision: 1 });
      const [outcome, submission] = await Promise.all([saveOne(server, deptTaskId, late, 'staff02'), submit(server, deptTaskId)]);
      const { unqualifiedCount, status } = expectSuccess(submission);
      const isCounted = outcome.outcome === 'saved';
      expect(outcome.outcome).toMatch(/^(saved|rejected)$/);
      expect([unqualifiedCount, status]).toEqual(isCounted ? [1, 'submitted'] : [0, 'completed']);
      expect(await counts(deptTaskId)).toEqual([2, isCounted ? 1 : 0]);
    }
  });
});

describe('one bad entry', () => {
  test('stops neither the others nor the next request', async () => {
    const { deptTaskId, pointIds } = await issue(3);
    const [a = '', b = '', c = ''] = pointIds;
    const photo = await makePhoto(200);
    const missing = newEntry(server, b, { result: 'unqualified', remark: '见照片', photos: [photo.sha256] });
    const foreign = newEntry(server, points[15] ?? '');
    const { outcomes, answeredCount } = await save(server, deptTaskId, [newEntry(server, a), missing, foreign, newEntry(server, c)]);
    expect(outcomes).toMatchObject([
      { outcome: 'saved', revision: 1 },
      { outcome: 'photosMissing', missingPhotos: [photo.sha256] },
      { outcome: 'rejected', reason: '检查要点不在本任务中' },
      { outcome: 'saved', revision: 1 },
    ]);
    expect(answeredCount).toBe(2);
    await uploaded(server, photo);
    expect(await saveOne(server, deptTaskId, missing)).toMatchObject({ outcome: 'saved', revision: 1 });
    expect(await answerOf(deptTaskId, b)).toMatchObject({ photos: [photo.sha256] });
  });

  test('lessons 8, 9: names each photo that is not there for this department, and only those', async () => {
    const { deptTaskId, pointIds } = await issue(1);
    const photos = await Promise.all([201, 202, 203, 204].map((seed) => makePhoto(seed)));
    const [own, colleague, otherDept, otherCompany] = photos;
    if (own === undefined || colleague === undefined || otherDept === undefined || otherCompany === undefined) throw new Error('no photos');
    await uploaded(server, own, 'staff01');
    await uploaded(server, colleague, 'staff02');
    await uploaded(server, otherDept, 'staff03');
    await uploaded(server, otherCompany, 'staff91');
    const hashes = photos.map((photo) => photo.sha256);
    const entry = newEntry(server, pointIds[0] ?? '', { photos: hashes });
    const outcome = await saveOne(server, deptTaskId, entry);
    expect(outcome).toMatchObject({ outcome: 'photosMissing', missingPhotos: [otherDept.sha256, otherCompany.sha256] });
    expect(await counts(deptTaskId)).toEqual([0, 0]);
    await uploaded(server, otherDept, 'staff01');
    await uploaded(server, otherCompany, 'staff02');
    expect(await saveOne(server, deptTaskId, entry)).toMatchObject({ outcome: 'saved' });
    expect((await answerOf(deptTaskId, pointIds[0] ?? ''))?.photos).toEqual(hashes);
  });
});

describe('a department task that is closed', () => {
  test('refuses new entries with the reason, and keeps what it holds', async () => {
    const cancelled = await issue(2);
    const kept = newEntry(server, points[0] ?? '');
    await saveOne(server, cancelled.deptTaskId, kept);
    expectSuccess(await server.call('cancelTask', { body: { id: cancelled.taskId, reason: '科室停用' } }, { as: 'admin01' }));
    expect(await saveOne(server, cancelled.deptTaskId, newEntry(server, points[1] ?? ''))).toMatchObject({
      outcome: 'rejected',
      reason: '任务已取消（科室停用）',
      isClosed: true,
    });
    expect(await saveOne(server, cancelled.deptTaskId, kept)).toMatchObject({ outcome: 'saved', revision: 1 });
    expect((await readDetail(server, cancelled.deptTaskId)).cancelReason).toBe('科室停用');

    const submitted = await issue(1);
    await answerAll(server, submitted.deptTaskId, submitted.pointIds);
    server.clock.set('2026-06-16T18:30:05.000Z');
    expectSuccess(await submit(server, submitted.deptTaskId, 'staff02'));
    // Somebody without a network decided as it was submitted: nothing of theirs is refused.
    const alike = newEntry(server, points[0] ?? '');
    expect(await saveOne(server, submitted.deptTaskId, alike, 'staff02')).toMatchObject({ outcome: 'saved', revision: 1 });
    expect(await saveOne(server, submitted.deptTaskId, newEntry(server, points[0] ?? '', { remark: '另有说明' }))).toMatchObject({ outcome: 'rejected' });
    const late = newEntry(server, points[0] ?? '', { baseRevision: 1, result: 'notApplicable' });
    expect(await saveOne(server, submitted.deptTaskId, late)).toMatchObject({
      outcome: 'rejected',
      reason: `任务已由 ${employees.staff02.employeeName} 于 2026-06-17 02:30:05 提交`,
      isClosed: true,
    });
    // Refused is not stored: when the task comes back, the same entry can be.
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId: submitted.deptTaskId, reason: '重查' } }, { as: 'admin01' }));
    expect(await saveOne(server, submitted.deptTaskId, late)).toMatchObject({ outcome: 'saved', revision: 2 });
    server.clock.set('2026-06-15T02:00:00.000Z');
  });

  test('is not closed by its end, nor before its beginning', async () => {
    const overdue = await issueToInternal(server, { pointIds: points.slice(0, 1), endDate: '2026-06-16' });
    const early = await issueToInternal(server, { pointIds: points.slice(0, 1), startDate: '2026-06-28' });
    server.clock.set('2026-06-20T02:00:00.000Z');
    expect((await readDetail(server, overdue.deptTaskId)).isOverdue).toBe(true);
    for (const { deptTaskId } of [overdue, early]) {
      expect(await saveOne(server, deptTaskId, newEntry(server, points[0] ?? ''))).toMatchObject({ outcome: 'saved' });
    }
    server.clock.set('2026-06-15T02:00:00.000Z');
  });
});

describe('who may fill in', () => {
  const trySave = (deptTaskId: string, as: Account) =>
    server.call('saveAnswers', { body: { deptTaskId, entries: [newEntry(server, points[0] ?? '')] } }, { as });

  test('people of the department; an administrator only in the own one', async () => {
    const { deptTaskId } = await issue(1);
    const unknown = await trySave(uuidv7(), 'staff03');
    expect(unknown).toMatchObject({ status: 404, code: 4004 });
    for (const stranger of ['staff03', 'staff91', 'admin91'] as const) {
      expect((await trySave(deptTaskId, stranger)).body.toString()).toBe(unknown.body.toString());
    }
    expect(await trySave(deptTaskId, 'admin01')).toMatchObject({ status: 403, code: 4003 });
    const { deptTaskIds } = await issueTask(server, { pointIds: points.slice(0, 1), deptIds: [depts.nursing.id] });
    expect((await trySave(deptTaskIds[depts.nursing.id] ?? '', 'admin01')).code).toBe(1000);
    expect(await counts(deptTaskId)).toEqual([0, 0]);
  });
});

describe('a large department task', () => {
  test('200 answers are stored in one request', async () => {
    const ids = await somePointIds(server, 200);
    const times: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const { deptTaskId } = await issueToInternal(server, { pointIds: ids });
      const entries = ids.map((id, index) => newEntry(server, id, index % 4 === 0 ? { result: 'unqualified', remark: `第 ${index} 项有问题` } : {}));
      const started = performance.now();
      const { outcomes, answeredCount } = await save(server, deptTaskId, entries);
      times.push(performance.now() - started);
      expect(outcomes.map((outcome) => [outcome.id, outcome.outcome])).toEqual(entries.map((entry) => [entry.id, 'saved']));
      expect(answeredCount).toBe(200);
      expect(await counts(deptTaskId)).toEqual([200, 50]);
    }
    console.log(`200 answers in one request: median ${times.sort((x, y) => x - y)[5]?.toFixed(1)} ms`);
  });

  test('of 1,000 points takes answers to any of them', async () => {
    const own = await addOwnPoints(server.context, 1000);
    const { deptTaskId } = await issueToInternal(server, { pointIds: own.map((point) => point.id) });
    const chosen = own.filter((_, index) => index % 7 === 0).map((point) => point.id);
    await save(server, deptTaskId, chosen.map((id) => newEntry(server, id)));
    const answered = (await readDetail(server, deptTaskId)).points.filter((point) => point.answer !== null).map((point) => point.pointId);
    expect(answered).toEqual(chosen);
  });
});
