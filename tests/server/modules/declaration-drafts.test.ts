import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { declarationType } from '#contract/declaration-type.ts';
import { DECLARATION_BODY_MAX, REMARK_MAX } from '#contract/limits.ts';
import { correctAll, correctionEntry, openCorrection, saveCorrections } from '../support/correction-fixture.ts';
import { newDeclaration, type NewDeclaration } from '../support/declaration-fixture.ts';
import { type Account, depts } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { addOwnPoints, answerAll, expectSuccess, issueToInternal, newEntry, save, somePointIds, submit } from '../support/task-fixture.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const draft = (type: number, query: { year: number; deptId?: string }, as: Account) => server.call('draftSelfDeclare', { params: { type }, query }, { as });
const bodyOf = async (type: number, as: Account = 'staff01') => expectSuccess(await draft(type, { year: 2026 }, as)).body;
const ownPointIds = async (count: number) => (await addOwnPoints(server.context, count)).map(({ id }) => id);

describe('a draft', () => {
  test('says what the year’s records say, of the own department or the institution', async () => {
    const points = await somePointIds(server, 3);
    const { deptTaskId } = await issueToInternal(server, { pointIds: points, taskType: 3 });
    const entries = points.map((point, index) =>
      newEntry(server, point, index === 0 ? { result: 'unqualified', remark: '锐器盒超过四分之三' } : { result: 'qualified' }),
    );
    await save(server, deptTaskId, entries);
    expectSuccess(await submit(server, deptTaskId));
    const own = expectSuccess(await draft(5, { year: 2026 }, 'staff01'));
    expect(own.title).toBe('内科 2026 年度依法执业自查年度总结');
    expect(own.body).toContain('日常自查：共 1 项科室任务，按时提交 1 项，逾期提交 0 项，逾期未提交 0 项，未到期尚未提交 0 项；检查要点 3 个，不合格 1 个。');
    expect(own.body).toContain('发现不合格 1 个，已整改 0 个，整改率 0%，尚有 1 个正在整改。');
    expect(own.body).toMatch(/1\. 内科：.+；问题：锐器盒超过四分之三；整改期限：\d{4}-\d{2}-\d{2}，尚未完成整改。/);
    const whole = expectSuccess(await draft(3, { year: 2026 }, 'admin01'));
    expect(whole.title).toBe('示例市第一医院 2026 年度整改措施');
    expect(whole.body).toContain('锐器盒超过四分之三');
    const surgery = expectSuccess(await draft(4, { year: 2026, deptId: depts.surgery.id }, 'admin01'));
    expect(surgery.title).toBe('外科 2026 年度依法执业自查情况公示');
    expect(surgery.body).toContain('本期没有已提交的自查。');
    expect([own, whole, surgery].map(({ name }) => name)).toEqual(['内科', '示例市第一医院', '外科']);
    expect(expectSuccess(await draft(3, { year: 2026, deptId: depts.internal.id }, 'staff03')).body).not.toContain('锐器盒');
  });

  test('of the whole year names trainings and publications that were declared, of the own department or all', async () => {
    const declare = async (type: number, title: string, as: Account, fields: Partial<NewDeclaration> = {}) =>
      expectSuccess(await server.call('addSelfDeclare', { params: { type: String(type) }, body: newDeclaration({ status: 'declared', title, ...fields }) }, { as }));
    expect(await bodyOf(declarationType.annualReview)).toContain('教育培训：本年度没有已申报的记录。\n定期公示：本年度没有已申报的记录。');
    await declare(declarationType.teachTrain, '手卫生培训', 'staff01');
    await declare(declarationType.teachTrain, '去年的培训', 'staff01', { year: 2025 });
    await declare(declarationType.teachTrain, '还没写完的培训', 'staff01', { status: 'draft' });
    await declare(declarationType.publicity, '外科公示', 'staff03');
    expect(await bodyOf(declarationType.annualReview)).toContain('教育培训：已申报 1 项，为《手卫生培训》。\n定期公示：本年度没有已申报的记录。');
    expect(await bodyOf(declarationType.annualReview, 'admin01')).toContain('定期公示：已申报 1 项，为《外科公示》。');
    for (let number = 1; number <= 5; number += 1) await declare(declarationType.teachTrain, `培训 ${number}`, 'staff01');
    expect(await bodyOf(declarationType.annualReview)).toMatch(/教育培训：已申报 6 项，最近的有(《[^》]+》、){4}《[^》]+》。/);
  });

  test('leaves out what was found by a task that was cancelled', async () => {
    const [point = ''] = await somePointIds(server, 1);
    const { taskId, deptTaskId } = await issueToInternal(server, { pointIds: [point], deptIds: [depts.internal.id, depts.surgery.id] });
    await save(server, deptTaskId, [newEntry(server, point, { result: 'unqualified', remark: '锐器盒超过四分之三' })]);
    expectSuccess(await submit(server, deptTaskId));
    expect(await bodyOf(3)).toContain('锐器盒');
    expectSuccess(await server.call('cancelTask', { body: { id: taskId, reason: '下发有误' } }, { as: 'admin01' }));
    expect(await bodyOf(3)).not.toContain('锐器盒');
    expect(await bodyOf(3)).toContain('本期没有已提交的自查。');
  });

  test('says nothing of results where nothing was submitted', async () => {
    await issueToInternal(server, { pointIds: await somePointIds(server, 1) });
    expect(await bodyOf(3)).toBe('一、自查发现的问题\n本期没有已提交的自查。');
    for (const type of [4, 5]) {
      const body = await bodyOf(type);
      expect(body).toContain('本期没有已提交的自查。');
      expect(body).not.toContain('未发现');
    }
  });

  test('tells what is overdue from what is not due yet', async () => {
    const pointIds = await somePointIds(server, 1);
    await issueToInternal(server, { pointIds, endDate: '2026-06-20' });
    await issueToInternal(server, { pointIds, startDate: '2026-06-02' });
    server.clock.set('2026-06-20T15:59:59.000Z');
    expect(await bodyOf(5)).toContain('日常自查：共 2 项科室任务，按时提交 0 项，逾期提交 0 项，逾期未提交 0 项，未到期尚未提交 2 项；');
    server.clock.set('2026-06-20T16:00:00.000Z');
    expect(await bodyOf(5)).toContain('日常自查：共 2 项科室任务，按时提交 0 项，逾期提交 0 项，逾期未提交 1 项，未到期尚未提交 1 项；');
  });

  test('names what is still to be done only where something is', async () => {
    const pointIds = await ownPointIds(2);
    const first = await openCorrection(server, { pointIds });
    expect(await bodyOf(3)).toContain('、下一步措施\n对尚未完成整改的问题逐项明确措施、责任人和完成时限。');
    await correctAll(server, first);
    expect(await bodyOf(3)).toMatch(/、下一步措施\n继续按要求开展自查，巩固整改成果。$/);
    const second = await openCorrection(server, { pointIds: pointIds.slice(0, 1) });
    await correctAll(server, second);
    expect(await bodyOf(3)).toMatch(/、下一步措施\n对反复出现的问题查找制度、流程和培训方面的原因，防止再次发生。$/);
  });

  test('gives the rate of corrections as the statistics do, which say 100% only of all', async () => {
    const correction = await openCorrection(server, { pointIds: await ownPointIds(200) });
    const entries = correction.itemIds.map((itemId) => correctionEntry(server, itemId));
    for (const part of [entries.slice(0, 100), entries.slice(100, 199)]) await saveCorrections(server, correction.id, part);
    expect(await bodyOf(5)).toContain('发现不合格 200 个，已整改 199 个，整改率 99.5%，尚有 1 个正在整改。');
    await saveCorrections(server, correction.id, entries.slice(199));
    expect(await bodyOf(5)).toContain('发现不合格 200 个，已整改 200 个，整改率 100%。');
  });

  test('is made for three types, of years that have begun', async () => {
    expect(await draft(0, { year: 2026 }, 'staff01')).toMatchObject({ code: 4004 });
    expect(await draft(5, { year: 2027 }, 'staff01')).toMatchObject({ code: 4022, message: '该年度尚未开始，没有可以汇总的自查记录' });
    expect(await draft(5, { year: 2026, deptId: depts.otherInternal.id }, 'admin01')).toMatchObject({ code: 4004 });
  });
});

describe('the weak points of a draft', () => {
  const fail = async (taskType: 1 | 2 | 3, pointIds: string[]) => {
    const { deptTaskId } = await issueToInternal(server, { pointIds, taskType });
    await answerAll(server, deptTaskId, pointIds, pointIds);
    expectSuccess(await submit(server, deptTaskId));
  };

  test('are those that failed most over all types of task, also where they are not among the first ten of any', async () => {
    const [common = '', ...others] = await ownPointIds(31);
    for (const taskType of [1, 2, 3] as const) {
      const ofType = others.slice((taskType - 1) * 10, taskType * 10);
      await fail(taskType, ofType);
      await fail(taskType, [common, ...ofType]);
    }
    expect(await bodyOf(5)).toMatch(/、主要薄弱环节\n1\. 本院要点 1（本院补充，3 次）\n2\. .+，2 次）\n3\. .+，2 次）\n4\. .+，2 次）\n5\. .+，2 次）\n\n/);
  });

  test('are repeated ones only where they occurred twice', async () => {
    const [twice = '', once = ''] = await ownPointIds(2);
    await fail(1, [twice]);
    await fail(3, [twice, once]);
    const measures = await bodyOf(3);
    expect(measures).toContain('、反复出现的薄弱环节\n1. 本院要点 1（本院补充，2 次）\n\n');
    expect(measures).toContain('对反复出现的问题查找制度、流程和培训方面的原因');
    expect(await bodyOf(5)).toContain('、主要薄弱环节\n1. 本院要点 1（本院补充，2 次）\n2. 本院要点 2（本院补充，1 次）\n\n');
  });

  test('are said to be none where nothing occurred twice, and no measures are named against them', async () => {
    await fail(3, await ownPointIds(2));
    const measures = await bodyOf(3);
    expect(measures).toContain('、反复出现的薄弱环节\n本期未发现反复出现的薄弱环节。\n\n');
    expect(measures).not.toContain('反复出现的问题');
    expect(measures).toMatch(/、下一步措施\n对尚未完成整改的问题逐项明确措施、责任人和完成时限。$/);
  });
});

describe('the problems of a draft', () => {
  /** The lines of problems, and what follows them in their section. */
  const problemsOf = (body: string) => {
    const [, section = ''] = /、问题及整改(?:情况|明细)\n([^]*?)\n\n/.exec(body) ?? [];
    const lines = section.split('\n');
    return { named: lines.filter((line) => /^\d+\. /.test(line)), rest: lines.filter((line) => !/^\d+\. /.test(line)) };
  };

  test('are all those that are still being corrected; how many are left out is said', async () => {
    const { id, itemIds } = await openCorrection(server, { pointIds: await ownPointIds(67) });
    const entries = itemIds.slice(0, 2).map((itemId) => correctionEntry(server, itemId));
    await saveCorrections(server, id, entries);
    for (const type of [3, 5]) {
      const { named, rest } = problemsOf(await bodyOf(type));
      expect(named).toHaveLength(65);
      expect(named.every((line) => line.endsWith('，尚未完成整改。'))).toBe(true);
      expect(rest).toEqual(['其余 2 项从略，详见“我的自纠”。']);
    }
    expect(problemsOf(await bodyOf(3, 'admin01')).rest).toEqual(['其余 2 项从略，详见“科室自纠记录”。']);
  });

  test('are due on their own days, the earliest first', async () => {
    const correction = await openCorrection(server, { pointIds: await ownPointIds(3), correctDays: 30 });
    const [, second = '', third = ''] = correction.itemIds;
    await saveCorrections(server, correction.id, [correctionEntry(server, second), correctionEntry(server, third)]);
    for (const [itemId, dueDate] of [
      [third, '2026-06-20'],
      [second, '2026-06-25'],
    ] as const) {
      const body = { id: correction.id, dueDate, items: [{ itemId, reason: '照片不清' }] };
      expectSuccess(await server.call('returnSelfCorrectItems', { body }, { as: 'admin01' }));
    }
    for (const type of [3, 5]) {
      expect(problemsOf(await bodyOf(type)).named).toEqual([
        '1. 内科：本院要点 3；问题：不符合要求；整改期限：2026-06-20，尚未完成整改。',
        '2. 内科：本院要点 2；问题：不符合要求；整改期限：2026-06-25，尚未完成整改。',
        '3. 内科：本院要点 1；问题：不符合要求；整改期限：2026-07-15，尚未完成整改。',
      ]);
    }
  });

  test('are left out whole where the text would be too long', async () => {
    const pointIds = await ownPointIds(45);
    const { deptTaskId } = await issueToInternal(server, { pointIds });
    const remark = '药'.repeat(REMARK_MAX);
    await save(server, deptTaskId, pointIds.map((pointId) => newEntry(server, pointId, { result: 'unqualified', remark })));
    expectSuccess(await submit(server, deptTaskId));
    for (const type of [3, 5]) {
      const body = await bodyOf(type);
      const { named, rest } = problemsOf(body);
      const longest = Math.max(...named.map((line) => line.length));
      expect(body.length).toBeLessThanOrEqual(DECLARATION_BODY_MAX);
      expect(body.length).toBeGreaterThan(DECLARATION_BODY_MAX - longest - 1);
      expect(named.every((line) => line.endsWith('，尚未完成整改。'))).toBe(true);
      const left = 45 - named.length;
      expect(rest).toEqual([`其余 ${left} 项从略（其中 ${left} 项尚未完成整改），详见“我的自纠”。`]);
      expect(body).toMatch(/、(下一步措施|下一年度工作打算)\n.+。$/);
    }
  });

  test('are joined without a second punctuation mark', async () => {
    const pointIds = await ownPointIds(2);
    await server.context.db.updateTable('check_point_version').set({ content: '锐器盒及时更换。' }).where('point_id', 'in', pointIds).execute();
    const { deptTaskId } = await issueToInternal(server, { pointIds });
    const remarks = ['过满，未更换。；', '。'];
    await save(server, deptTaskId, pointIds.map((pointId, index) => newEntry(server, pointId, { result: 'unqualified', remark: remarks[index] ?? '' })));
    expectSuccess(await submit(server, deptTaskId));
    const items = await server.context.db.selectFrom('self_correction_item').select(['id', 'self_correction_id', 'point_id']).execute();
    const first = items.find((item) => item.point_id === pointIds[0]);
    await saveCorrections(server, first?.self_correction_id ?? '', [correctionEntry(server, first?.id ?? '', { measures: '已更换，已登记； ', responsible: '张主任。' })]);
    const body = await bodyOf(5);
    const { named } = problemsOf(body);
    expect(named[0]).toMatch(/^1\. 内科：锐器盒及时更换；整改期限：[\d-]+，尚未完成整改。$/);
    expect(named[1]).toMatch(/^2\. 内科：锐器盒及时更换；问题：过满，未更换；整改措施：已更换，已登记；责任人：张主任；[\d-]+ 完成整改。$/);
    expect(body).toContain('1. 锐器盒及时更换（本院补充，1 次）');
  });
});
