import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import type { SevereStatus } from '#contract/severe-report-status.ts';
import { excerpt } from '#contract/text-end.ts';
import { type Account, depts } from '../support/fixture.ts';
import { makePhoto, uploaded } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openSevere, vetoPointId } from '../support/severe-fixture.ts';
import { expectSuccess, issueToInternal, newEntry, save, somePointIds } from '../support/task-fixture.ts';

let server: TestServer;
let veto: string;
let plain: string;
beforeAll(async () => {
  server = await startTestServer();
  veto = await vetoPointId(server);
  [plain = ''] = (await server.context.db.selectFrom('check_point as p').innerJoin('check_point_version as v', 'v.id', 'p.version_id').select('p.id').where('v.mark', 'is', null).where('p.id', 'in', await somePointIds(server, 80)).limit(1).execute()).map(({ id }) => id);
});
afterAll(() => server.stop());

const reports = async (status?: SevereStatus, as: Account = 'admin01') =>
  expectSuccess(await server.call('querySeverePage', { query: { pageSize: 100, ...(status === undefined ? {} : { status }) } }, { as })).records;
const severeNotices = async (as: Account) =>
  expectSuccess(await server.call('queryMyNoticeList', { query: { pageSize: 100 } }, { as })).records.filter(({ kind }) => kind === 'severeFound');
const report = (id: string, fields: { reportedTo?: string; reportedOn?: string; note?: string; files?: { sha256: string; name: string }[] } = {}, as: Account = 'admin01') =>
  server.call('reportSevere', { body: { id, reportedTo: '示例市卫生健康委员会', reportedOn: '2026-06-10', reportNumber: '示卫报〔2026〕3号', note: '已电话报告', ...fields } }, { as });
const summaries = async (id: string) => (await server.context.db.selectFrom('audit_record').select('summary').where('object_id', '=', id).orderBy('id').execute()).map(({ summary }) => summary);
const close = (id: string, as: Account = 'admin01', reason = '经核实为误填') => server.call('closeSevere', { body: { id, reason } }, { as });

describe('a ★ that is 不合格', () => {
  test('opens one report and tells the administrators of the company at once, however often the answer comes', async () => {
    const { deptTaskId, taskId } = await issueToInternal(server, { pointIds: [veto] });
    const entry = newEntry(server, veto, { result: 'unqualified', remark: '执业许可证已过期' });
    await save(server, deptTaskId, [entry]);
    await save(server, deptTaskId, [entry]);
    await save(server, deptTaskId, [newEntry(server, veto, { result: 'unqualified', remark: '执业许可证已过期三个月', baseRevision: 1 })]);
    const [found, ...more] = await reports('waiting');
    expect(more).toEqual([]);
    expect(found).toMatchObject({ taskId, deptName: '内科', problem: '执业许可证已过期三个月', foundByName: '张内一', changedBackAt: null, reportedTo: '', files: [] });
    expect(await severeNotices('admin01')).toMatchObject([{ title: '内科发现否决项不合格', publisher: '系统', objectId: found!.id, isRead: false }]);
    for (const other of ['staff01', 'staff03', 'admin91'] as const) expect(await severeNotices(other)).toEqual([]);
    expect(await reports(undefined, 'admin91')).toEqual([]);
    expect((await server.call('querySeverePage', { query: {} }, { as: 'staff01' })).code).toBe(code.forbidden);
  });

  test('that is changed back keeps its report with a remark, until an administrator closes it', async () => {
    const { deptTaskId } = await issueToInternal(server, { pointIds: [veto] });
    const set = (result: 'qualified' | 'unqualified', baseRevision: number) => save(server, deptTaskId, [newEntry(server, veto, { result, remark: '核对原件', baseRevision })]);
    await set('unqualified', 0);
    const { id } = (await reports('waiting'))[0]!;
    const now = async () => (await reports()).find((each) => each.id === id);
    await set('qualified', 1);
    expect(await now()).toMatchObject({ status: 'waiting', changedBackAt: server.clock.now().toISOString() });
    await set('unqualified', 2);
    expect(await now()).toMatchObject({ status: 'waiting', changedBackAt: null });
    await set('qualified', 3);
    expect((await severeNotices('admin01')).filter(({ objectId }) => objectId === id)).toHaveLength(1);
    expect([(await close(id, 'staff01')).code, (await close(id, 'admin91')).code]).toEqual([code.forbidden, code.notFound]);
    expectSuccess(await close(id));
    expectSuccess(await close(id));
    expect(await close(id, 'admin01', '已另行处理')).toMatchObject({ code: code.conflict, message: '该问题已由 管理员甲 关闭，原因：经核实为误填。您填写的原因没有保存' });
    expect(await now()).toMatchObject({ status: 'closed', note: '经核实为误填', decidedByName: '管理员甲' });
    expect(await summaries(id)).toEqual([`关闭重大问题报告：内科，“${excerpt((await now())?.content ?? '')}”，原因：经核实为误填`]);
    expect((await report(id)).code).toBe(code.conflict);
    await set('unqualified', 4);
    expect(await now()).toMatchObject({ status: 'closed' });
  });

  test('is the only one that does: other points, and other results, open nothing', async () => {
    const before = (await reports()).length;
    const { deptTaskId } = await issueToInternal(server, { pointIds: [veto, plain] });
    await save(server, deptTaskId, [newEntry(server, plain, { result: 'unqualified', remark: '不符' }), newEntry(server, veto, { result: 'notApplicable', remark: '无此业务' })]);
    expect(await reports()).toHaveLength(before);
  });
});

describe('reporting', () => {
  test('says to whom, when, under which number and with which files, and can be corrected', async () => {
    const id = await openSevere(server, { deptId: depts.internal.id, words: '重大' }, 'staff01', 'admin01');
    const file = await uploaded(server, await makePhoto(31), 'admin01');
    expectSuccess(await report(id, { files: [{ sha256: file, name: '回执.jpg' }] }));
    const now = async () => (await reports('reported')).find((each) => each.id === id);
    expect(await now()).toMatchObject({ reportedTo: '示例市卫生健康委员会', reportedOn: '2026-06-10', reportNumber: '示卫报〔2026〕3号', note: '已电话报告', files: [{ name: '回执.jpg', sha256: file }] });
    const fileId = (await now())?.files[0]?.id ?? '';
    expect((await server.call('readSevereFile', { params: { id: fileId } }, { as: 'admin01' })).status).toBe(200);
    expect((await server.call('readSevereFile', { params: { id: fileId } }, { as: 'admin91' })).code).toBe(code.notFound);
    expectSuccess(await report(id, { reportedTo: '示例市卫生监督所' }));
    expect(await now()).toMatchObject({ reportedTo: '示例市卫生监督所', files: [{ id: fileId }] });
    expectSuccess(await report(id, { reportedTo: '示例市卫生监督所', files: [] }));
    expect(await now()).toMatchObject({ reportedTo: '示例市卫生监督所', files: [] });
    expectSuccess(await server.call('reportSevere', { body: { id, note: '已当面报告' } }, { as: 'admin01' }));
    expect(await now()).toMatchObject({ reportedTo: '示例市卫生监督所', reportedOn: '2026-06-10', reportNumber: '示卫报〔2026〕3号', note: '已当面报告' });
    expect((await close(id)).code).toBe(code.conflict);
    const point = `内科，“${excerpt((await now())?.content ?? '')}”`;
    expect(await summaries(id)).toEqual([
      `重大问题已报告：${point}，报告给示例市卫生健康委员会，2026-06-10，文号 示卫报〔2026〕3号，附件 回执.jpg`,
      `重大问题已报告：${point}，报告给示例市卫生监督所，2026-06-10，文号 示卫报〔2026〕3号，附件 回执.jpg`,
      `重大问题已报告：${point}，报告给示例市卫生监督所，2026-06-10，文号 示卫报〔2026〕3号，没有附件`,
      `重大问题已报告：${point}，报告给示例市卫生监督所，2026-06-10，文号 示卫报〔2026〕3号`,
    ]);
  });

  test('overwrites what another administrator registered meanwhile only by who was told of it', async () => {
    const id = await openSevere(server, { deptId: depts.internal.id, words: '重大' }, 'staff01', 'admin01');
    const [first, second] = [await uploaded(server, await makePhoto(32), 'admin01'), await uploaded(server, await makePhoto(33), 'admin01')];
    const change = (body: object) => server.call('reportSevere', { body: { id, ...body } }, { as: 'admin01' });
    const now = async () => (await reports('reported')).find((each) => each.id === id);
    const empty = { reportedTo: '', reportedOn: null, reportNumber: '', note: '', files: [] };
    const theirs = { reportedTo: '示例市卫生健康委员会', reportedOn: '2026-06-10', reportNumber: '3号', files: [{ sha256: first, name: '回执.jpg' }] };
    const mine = { reportedTo: '示例市卫生监督所', reportedOn: '2026-06-10', note: '已电话报告', files: [{ sha256: second, name: '传真.jpg' }] };
    expectSuccess(await change({ ...theirs, read: empty }));
    const refused = await change({ ...mine, read: empty });
    expect([refused.status, refused.details]).toEqual([
      409,
      [
        { field: 'reportedTo', message: '刚刚被其他管理员改为“示例市卫生健康委员会”，再次保存以您填写的为准' },
        { field: 'files', message: '刚刚被其他管理员改为“附件 回执.jpg”，再次保存以您填写的为准' },
      ],
    ]);
    expect(await now()).toMatchObject({ ...theirs, note: '' });
    expectSuccess(await change(mine));
    expect(await now()).toMatchObject({ ...mine, reportNumber: '3号' });

    // Whoever changes something else does not touch it.
    const read = { ...mine, reportNumber: '3号', files: [second] };
    expectSuccess(await change({ note: '', files: [], read }));
    expectSuccess(await change({ reportNumber: '4号', read }));
    expect(await now()).toMatchObject({ reportNumber: '4号', note: '', files: [] });
    expect((await change({ note: '已当面报告', files: [{ sha256: first, name: '回执.jpg' }], read })).details).toEqual([
      { field: 'note', message: '刚刚被其他管理员清空，再次保存以您填写的为准' },
      { field: 'files', message: '刚刚被其他管理员改为“没有附件”，再次保存以您填写的为准' },
    ]);
  });

  test('is refused where it cannot be', async () => {
    const id = await openSevere(server, { deptId: depts.internal.id, words: '重大' }, 'staff01', 'admin01');
    expect((await report(id, {}, 'staff01')).code).toBe(code.forbidden);
    expect((await report(id, {}, 'admin91')).code).toBe(code.notFound);
    expect((await report(id, { reportedTo: ' ' })).details).toMatchObject([{ field: 'reportedTo' }]);
    expect((await server.call('reportSevere', { body: { id, reportedOn: '2026-06-10' } }, { as: 'admin01' })).details).toEqual([{ field: 'reportedTo', message: '必填项不能为空' }]);
    expect((await server.call('reportSevere', { body: { id, reportedTo: '示例市卫生健康委员会' } }, { as: 'admin01' })).details).toEqual([{ field: 'reportedOn', message: '必填项不能为空' }]);
    expect((await report(id, { reportedOn: '2026-06-16' })).details).toEqual([{ field: 'reportedOn', message: '报告日期不能晚于今天' }]);
    expect((await report(id, { files: [{ sha256: 'a'.repeat(64), name: '没传' }] })).details).toMatchObject([{ field: 'files' }]);
    expect((await reports('waiting')).some((each) => each.id === id)).toBe(true);
  });
});
