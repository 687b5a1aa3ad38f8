import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import { declarationType } from '#contract/declaration-type.ts';
import { OPINIONS_PER_DAY } from '#contract/limits.ts';
import { fileIdOf, newDeclaration, type NewDeclaration } from '../support/declaration-fixture.ts';
import type { Account } from '../support/fixture.ts';
import { makePhoto, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess } from '../support/task-fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const add = async (type: number, as: Account, fields: Partial<NewDeclaration> = {}): Promise<string> =>
  expectSuccess(await server.call('addSelfDeclare', { params: { type: String(type) }, body: newDeclaration({ status: 'declared', ...fields }) }, { as })).id;
const read = (type: number, id: string, as: Account) => server.call('readSelfDeclare', { params: { type: String(type), id } }, { as });
const board = async (as: Account, query: { type?: number; year?: number } = {}) =>
  expectSuccess(await server.call('queryPublicBoard', { query: { pageSize: 100, ...query } }, { as })).records.map(({ id }) => id);

describe('what is published', () => {
  test('is every department’s 公示, and the institution’s own plan, summary and commitment, once declared', async () => {
    const { publicity, yearPlan, annualReview, letterCommitment, teachTrain } = declarationType;
    const published = [
      [publicity, await add(publicity, 'staff03')],
      [yearPlan, await add(yearPlan, 'admin01')],
      [annualReview, await add(annualReview, 'admin01')],
      [letterCommitment, await add(letterCommitment, 'admin01')],
    ] as const;
    const kept = [
      [publicity, await add(publicity, 'staff03', { status: 'draft' })],
      [yearPlan, await add(yearPlan, 'staff03')],
      [letterCommitment, await add(letterCommitment, 'staff03')],
      [teachTrain, await add(teachTrain, 'admin01')],
      [yearPlan, await add(yearPlan, 'admin01', { status: 'draft' })],
    ] as const;
    expect((await board('staff01')).toSorted()).toEqual(published.map(([, id]) => id).toSorted());
    for (const [type, id] of published) expect(expectSuccess(await read(type, id, 'staff01'))).toMatchObject({ id, mayChange: false });
    for (const [type, id] of kept) expect((await read(type, id, 'staff01')).code).toBe(code.notFound);
    expect(await board('staff01', { type: yearPlan, year: 2026 })).toEqual([published[1][1]]);
    expect(await board('staff91')).toEqual([]);
    for (const [type, id] of published) expect((await read(type, id, 'staff91')).code).toBe(code.notFound);
  });

  test('stays what it is when an administrator corrects a department’s record', async () => {
    const { letterCommitment } = declarationType;
    const body = newDeclaration({ status: 'declared' });
    expectSuccess(await server.call('addSelfDeclare', { params: { type: String(letterCommitment) }, body }, { as: 'staff03' }));
    const { id, ...fields } = body;
    expectSuccess(await server.call('updateSelfDeclare', { body: { ...fields, body: '更正后的承诺', selfDeclaredType: letterCommitment, selfDeclaredId: id, revision: 1 } }, { as: 'admin01' }));
    expect(await board('staff01')).not.toContain(id);
  });

  test('is read with its attachments, and changed or deleted by nobody of another department', async () => {
    const { letterCommitment } = declarationType;
    const file = await uploaded(server, await makePhoto(7), 'admin01');
    const body = newDeclaration({ status: 'declared', attachments: [{ sha256: file, name: '承诺.jpg' }] });
    expectSuccess(await server.call('addSelfDeclare', { params: { type: String(letterCommitment) }, body }, { as: 'admin01' }));
    const fileId = await fileIdOf(server, body.id, 'staff03');
    expect((await server.call('readSelfDeclareFile', { params: { type: '6', id: fileId } }, { as: 'staff03' })).status).toBe(200);
    expect((await server.call('readSelfDeclareFile', { params: { type: '6', id: fileId } }, { as: 'staff91' })).code).toBe(code.notFound);
    const { id, ...fields } = body;
    const change = await server.call('updateSelfDeclare', { body: { ...fields, selfDeclaredType: 6, selfDeclaredId: id, revision: 1 } }, { as: 'staff03' });
    expect([change.code, (await server.call('batchDeleteSelfDeclare', { body: { selfDeclaredType: 6, selfDeclaredId: [id] } }, { as: 'staff03' })).code]).not.toContain(code.success);
  });
});

describe('an opinion', () => {
  const leave = (body: { id: string; body: string; declarationId?: string | null }, as: Account = 'staff01') => server.call('addOpinion', { body }, { as });
  const opinions = async (as: Account, query: { status?: 'open' | 'answered' } = {}) =>
    expectSuccess(await server.call('queryOpinionPage', { query: { pageSize: 100, ...query } }, { as })).records;
  const noticesOf = async (as: Account) =>
    expectSuccess(await server.call('queryMyNoticeList', { query: { pageSize: 100 } }, { as })).records.filter(({ kind }) => kind.startsWith('opinion'));

  test('is seen by its writer and the administrators alone, who are told of it and answer', async () => {
    const subjectId = await add(declarationType.publicity, 'staff03', { title: '三季度公示' });
    const sent = { id: uuidv7(), body: '公示期太短', declarationId: subjectId };
    expectSuccess(await leave(sent));
    expectSuccess(await leave(sent));
    expect((await leave({ ...sent, body: '别的' })).code).toBe(code.conflict);
    expect((await leave(sent, 'staff02')).code).toBe(code.conflict);
    expect(await opinions('admin01')).toMatchObject([{ id: sent.id, subject: '三季度公示', body: '公示期太短', writtenByName: '张内一', deptName: '内科', answer: '', answeredAt: null }]);
    expect((await opinions('staff01')).map(({ id }) => id)).toEqual([sent.id]);
    for (const other of ['staff02', 'staff03', 'admin91'] as const) expect(await opinions(other)).toEqual([]);
    expect(await noticesOf('admin01')).toMatchObject([{ kind: 'opinionLeft', title: '有新的监督意见：《三季度公示》', objectId: sent.id, isRead: false }]);
    for (const other of ['staff02', 'staff03', 'admin91'] as const) expect(await noticesOf(other)).toEqual([]);

    const answer = (text: string, as: Account = 'admin01') => server.call('answerOpinion', { body: { id: sent.id, answer: text } }, { as });
    expect([(await answer('好', 'staff01')).code, (await answer('好', 'admin91')).code]).toEqual([code.forbidden, code.notFound]);
    expectSuccess(await answer('已延长至十五日'));
    expectSuccess(await answer('已延长至十五日'));
    expect(await opinions('staff01', { status: 'answered' })).toMatchObject([{ answer: '已延长至十五日', answeredByName: '管理员甲' }]);
    expect(await opinions('admin01', { status: 'open' })).toEqual([]);
    expect(await noticesOf('staff01')).toMatchObject([{ kind: 'opinionAnswered', body: '已延长至十五日', objectId: sent.id }]);
    expect(await noticesOf('staff02')).toEqual([]);
    const listed = expectSuccess(await server.call('queryNoticePage', { query: { pageSize: 100 } }, { as: 'admin01' })).records;
    expect(listed.filter(({ audience }) => audience === 'admins' || audience === 'person').map(({ audience, readerCount }) => [audience, readerCount])).toEqual([
      ['person', 1],
      ['admins', 1],
    ]);
    const records = await server.context.db.selectFrom('audit_record').select(['action', 'summary']).where('object_id', '=', sent.id).orderBy('id').execute();
    expect(records).toEqual([
      { action: 'opinion.add', summary: '提交监督意见：《三季度公示》，“公示期太短”' },
      { action: 'opinion.answer', summary: '答复监督意见：《三季度公示》，“公示期太短”，答复“已延长至十五日”' },
    ]);
  });

  test('is answered over another administrator’s answer only by who was told of it', async () => {
    const id = uuidv7();
    expectSuccess(await leave({ id, body: '食堂价格没有公示' }));
    const answer = (text: string, read?: { answer: string }) => server.call('answerOpinion', { body: { id, answer: text, ...(read && { read }) } }, { as: 'admin01' });
    const answers = async () => (await opinions('admin01')).find((opinion) => opinion.id === id)?.answer;
    expectSuccess(await answer('已张贴', { answer: '' }));
    const refused = await answer('正在核实', { answer: '' });
    expect([refused.status, refused.details]).toEqual([409, [{ field: 'answer', message: '其他管理员刚刚已答复：“已张贴”，再次提交以您填写的为准' }]]);
    expect(await answers()).toBe('已张贴');
    // The same words once more, and another answer than was read, are no conflict.
    expectSuccess(await answer('已张贴', { answer: '' }));
    expectSuccess(await answer('已张贴并上网', { answer: '已张贴' }));
    expectSuccess(await answer('正在核实'));
    expect(await answers()).toBe('正在核实');
    const records = await server.context.db.selectFrom('audit_record').select('summary').where('object_id', '=', id).where('action', '=', 'opinion.answer').orderBy('id').execute();
    expect(records.map(({ summary }) => summary)).toEqual([
      '答复监督意见：“食堂价格没有公示”，答复“已张贴”',
      '答复监督意见：“食堂价格没有公示”，答复从“已张贴”改为“已张贴并上网”',
      '答复监督意见：“食堂价格没有公示”，答复从“已张贴并上网”改为“正在核实”',
    ]);
  });

  test('is about something that is published, or about nothing', async () => {
    const draft = await add(declarationType.publicity, 'staff01', { status: 'draft' });
    for (const declarationId of [draft, uuidv7()]) expect((await leave({ id: uuidv7(), body: '意见', declarationId })).code).toBe(code.notFound);
    expect((await leave({ id: uuidv7(), body: ' ' })).details).toMatchObject([{ field: 'body' }]);
    expect((await leave({ id: uuidv7(), body: '长'.repeat(501) })).details).toMatchObject([{ field: 'body' }]);
    const id = uuidv7();
    expectSuccess(await leave({ id, body: '没有具体对象的意见' }));
    const records = await server.context.db.selectFrom('audit_record').select('summary').where('object_id', '=', id).execute();
    expect(records).toEqual([{ summary: '提交监督意见：“没有具体对象的意见”' }]);
  });

  test('is one of so many that a person may leave on a day', async () => {
    for (let number = 0; number < OPINIONS_PER_DAY; number += 1) expectSuccess(await leave({ id: uuidv7(), body: `意见${number}` }, 'staff02'));
    const refused = await leave({ id: uuidv7(), body: '再一条' }, 'staff02');
    expect([refused.status, refused.code]).toEqual([429, code.tooManyAttempts]);
    expectSuccess(await leave({ id: uuidv7(), body: '别人的意见' }, 'staff03'));
    server.clock.advance(24 * 60 * 60 * 1000);
    expectSuccess(await leave({ id: uuidv7(), body: '第二天的意见' }, 'staff02'));
  });
});
