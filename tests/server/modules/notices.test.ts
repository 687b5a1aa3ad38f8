import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#contract/calendar.ts';
import { UNREAD_NAMED } from '#contract/limits.ts';
import { noticeStatusOf } from '#contract/notice-kind.ts';
import { insertRows } from '../../../server/database/json-rows.ts';
import { announce } from '../../../server/modules/notices/announcement-repository.ts';
import { announceDue } from '../../../server/modules/notices/due-notice-service.ts';
import { deleteNotices } from '../../../server/modules/notices/notice-repository.ts';
import { correctionItemColumns } from '../../../server/modules/self-corrections/open-corrections-repository.ts';
import { startSchedule } from '../../../server/schedule.ts';
import { correctAll, correctionEntry, openCorrection, returnItem, saveCorrection } from '../support/correction-fixture.ts';
import { testDialect, whileAnotherWrites } from '../support/database.ts';
import { companies, depts, employees } from '../support/fixture.ts';
import { addedNotice, readBell } from '../support/notice-fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { addOwnPoints, answerAll, expectSuccess, issueTask, issueToInternal, submit } from '../support/task-fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let server: TestServer;
let pointIds: string[];
beforeEach(async () => {
  server = await startTestServer();
  pointIds = (await addOwnPoints(server.context, 2)).map((point) => point.id);
});
afterEach(() => server.stop());

/** 10:00 in Shanghai. */
const morningOf = (day: string): Date => new Date(`${day}T02:00:00.000Z`);
const kindsOf = async (as: Parameters<typeof readBell>[1] = 'staff01') => (await readBell(server, as)).records.map((notice) => notice.kind);
const listed = async (query: Record<string, unknown> = {}) =>
  expectSuccess(await server.call('queryNoticePage', { query: { pageSize: 100, ...query } }, { as: 'admin01' }));

describe('a notice that an administrator writes', () => {
  it('reaches everyone of the company, or the departments that were chosen, and nobody else', async () => {
    const all = await addedNotice(server, { title: '致全院' });
    const some = await addedNotice(server, { title: '致外科', deptIds: [depts.surgery.id] });
    expect((await readBell(server, 'staff01')).records.map((notice) => notice.id)).toEqual([all]);
    expect((await readBell(server, 'staff03')).records.map((notice) => notice.id)).toEqual([some, all]);
    expect((await readBell(server, 'admin01')).records.map((notice) => notice.id)).toEqual([all]);
    expect((await readBell(server, 'staff91')).records).toEqual([]);
    expect((await readBell(server, 'staff03')).records[0]).toMatchObject({ kind: 'manual', publisher: '管理员甲', objectId: null, isRead: false });
  });

  it('needs words and readers', async () => {
    const add = (body: object) => server.call('addNotice', { body: body as never }, { as: 'admin01' });
    const right = { id: uuidv7(), title: '题', body: '文', audience: 'all' };
    expect(await add({ ...right, title: ' ' })).toMatchObject({ code: 4022, message: '必填项不能为空' });
    expect(await add({ ...right, audience: 'depts' })).toMatchObject({ code: 4022, message: '请选择科室' });
    expect(await add({ ...right, audience: 'depts', deptIds: [depts.otherInternal.id] })).toMatchObject({ code: 4022, message: '科室不存在' });
    expect(await add({ ...right, body: '长'.repeat(2001) })).toMatchObject({ code: 4022, message: '最多 2000 个字符' });
    expect((await listed()).total).toBe(0);
  });

  it('is made once, though its request comes again since the answer was lost', async () => {
    const body = { id: uuidv7(), title: '停水', body: '周日停水。', audience: 'depts' as const, deptIds: [depts.internal.id, depts.surgery.id], isPublished: 1 as const };
    const add = (fields: Partial<typeof body> = {}, as: Parameters<typeof readBell>[1] = 'admin01') => server.call('addNotice', { body: { ...body, ...fields } }, { as });
    const answers = await Promise.all([add(), add(), add()]);
    for (const answer of [...answers, await add()]) expect(expectSuccess(answer)).toEqual({ id: body.id });
    expect(await listed()).toMatchObject({ total: 1, records: [{ title: '停水', deptNames: ['内科', '外科'] }] });
    expect(await readBell(server)).toMatchObject({ total: 1, unreadCount: 1 });
    const audited = await server.context.db.selectFrom('audit_record').select('action').where('object_id', '=', body.id).execute();
    expect(audited).toEqual([{ action: 'notice.publish' }]);

    const inTheWay = { code: 4009, message: '这条公告已经保存过，请关闭后从列表打开它再修改' };
    for (const other of [{ title: '停电' }, { body: '周六停水。' }, { deptIds: [depts.internal.id] }, { isPublished: 0 as never }, { audience: 'all' as never }]) {
      expect(await add(other)).toMatchObject(inTheWay);
    }
    expect(await add({ deptIds: [depts.otherInternal.id] }, 'admin91')).toMatchObject({ code: 4009, message: '该编号已被使用，请关闭后重新填写' });
    expect((await listed()).records[0]).toMatchObject({ title: '停水', body: '周日停水。', status: 'published' });
  });

  it('is a draft until it is published, and can be withdrawn and published anew', async () => {
    const id = await addedNotice(server, { isPublished: 0 });
    const call = (name: 'publishNotice' | 'withdrawNotice' | 'deleteNotice') =>
      name === 'publishNotice' ? server.call(name, { params: { id }, body: null }, { as: 'admin01' }) : server.call(name, { params: { id } }, { as: 'admin01' });
    expect((await readBell(server)).total).toBe(0);
    expect(await call('withdrawNotice')).toMatchObject({ code: 4009, message: '尚未发布或已经撤回，不能撤回' });
    expectSuccess(await call('publishNotice'));
    expect(await call('publishNotice')).toMatchObject({ code: 4009, message: '已经发布，不能重复发布' });
    expect(await readBell(server)).toMatchObject({ total: 1, unreadCount: 1 });

    expectSuccess(await server.call('readNotice', { params: { id } }, { as: 'staff01' }));
    expectSuccess(await call('withdrawNotice'));
    expect(await readBell(server)).toMatchObject({ total: 0, unreadCount: 0 });
    expect(await server.call('readNotice', { params: { id } }, { as: 'staff01' })).toMatchObject({ code: 4004, message: '记录不存在' });
    expect((await listed()).records[0]).toMatchObject({ status: 'withdrawn' });

    server.clock.advance(MINUTE_MS);
    expectSuccess(await call('publishNotice'));
    expect(await readBell(server)).toMatchObject({ unreadCount: 1, records: [{ publishedAt: server.clock.now().toISOString(), isRead: false }] });
    expectSuccess(await call('deleteNotice'));
    expect((await listed()).total).toBe(0);
    expect((await readBell(server)).total).toBe(0);
    const audited = await server.context.db.selectFrom('audit_record').select('action').where('object_id', '=', id).orderBy('id').execute();
    expect(audited.map((row) => row.action)).toEqual(['notice.add', 'notice.publish', 'notice.withdraw', 'notice.publish', 'notice.delete']);
  });

  it('for a department that is deleted afterwards counts none', async () => {
    const [gone, other] = await Promise.all(
      ['待撤科室', '另一科室'].map(async (deptName) => {
        expectSuccess(await server.call('addCompanyDeptInfo', { body: { deptName } }, { as: 'admin01' }));
        return (await server.context.db.selectFrom('dept').select('id').where('dept_name', '=', deptName).executeTakeFirstOrThrow()).id;
      }),
    );
    const alone = await addedNotice(server, { deptIds: [gone ?? ''] });
    const both = await addedNotice(server, { deptIds: [gone ?? '', other ?? ''] });
    expectSuccess(await server.call('deleteCompanyDeptInfo', { params: { id: gone ?? '' } }, { as: 'admin01' }));
    const { records } = expectSuccess(await server.call('queryNoticePage', { query: {} }, { as: 'admin01' }));
    expect(records.find(({ id }) => id === alone)).toMatchObject({ deptCount: 0, deptNames: [], readerCount: 0 });
    expect(records.find(({ id }) => id === both)).toMatchObject({ deptCount: 1, deptNames: ['另一科室'] });
  });

  it('can be changed; who has read it stays known', async () => {
    const id = await addedNotice(server, { deptIds: [depts.internal.id] });
    expectSuccess(await server.call('readNotice', { params: { id } }, { as: 'staff01' }));
    const change = { id, title: '改期', body: '改为周日。', audience: 'depts' as const, deptIds: [depts.internal.id, depts.surgery.id, depts.internal.id] };
    expectSuccess(await server.call('updateNotice', { body: change }, { as: 'admin01' }));
    expect(await readBell(server)).toMatchObject({ unreadCount: 0, records: [{ title: '改期', body: '改为周日。', isRead: true }] });
    expect((await readBell(server, 'staff03')).unreadCount).toBe(1);
    const detail = expectSuccess(await server.call('queryNoticeById', { params: { id } }, { as: 'admin01' }));
    expect(detail).toMatchObject({ deptCount: 2, deptNames: ['内科', '外科'], deptIds: [depts.internal.id, depts.surgery.id], readerCount: 3, readCount: 1 });
    expect(detail.unread).toEqual([
      { deptId: depts.internal.id, deptName: '内科', unreadCount: 1, employeeNames: [employees.staff02.employeeName] },
      { deptId: depts.surgery.id, deptName: '外科', unreadCount: 1, employeeNames: [employees.staff03.employeeName] },
    ]);
    expectSuccess(await server.call('updateNotice', { body: { ...change, audience: 'all', deptIds: [] } }, { as: 'admin01' }));
    expect((await listed()).records[0]).toMatchObject({ audience: 'all', deptCount: 0, deptNames: [], readerCount: 4, readCount: 2 });
  });

  it('counts who has not read it in every department, also where it cannot name all of them', async () => {
    const pattern = await server.context.db.selectFrom('employee').selectAll().where('id', '=', employees.staff01.id).executeTakeFirstOrThrow();
    const people = Array.from({ length: UNREAD_NAMED }, (_, index) => ({ ...pattern, id: uuidv7(), account: `many${index}`, account_key: `many${index}`, tel: '', email: '', id_card: '' }));
    await server.context.db.insertInto('employee').values(people).execute();
    const id = await addedNotice(server);
    const { unread, readerCount, readCount } = expectSuccess(await server.call('queryNoticeById', { params: { id } }, { as: 'admin01' }));
    expect(unread.map(({ deptName, unreadCount, employeeNames }) => [deptName, unreadCount, employeeNames.length])).toEqual([
      ['内科', UNREAD_NAMED + 2, UNREAD_NAMED - 1],
      ['外科', 1, 1],
    ]);
    expect(unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0)).toBe(readerCount - readCount);
    expect(unread[1]?.employeeNames).toEqual([employees.staff03.employeeName]);
  });

  it('does not lose words that an administrator wrote while another one had the form open', async () => {
    const id = await addedNotice(server, { title: '停水', body: '周日停水。' });
    await server.context.db.updateTable('employee').set({ is_admin: 1 }).where('id', '=', employees.staff02.id).execute();
    const change = (as: 'admin01' | 'staff02', fields: object) => server.call('updateNotice', { body: { id, read: { title: '停水', body: '周日停水。' }, ...fields } }, { as });
    expectSuccess(await change('admin01', { body: '改为周六。' }));
    // Its answer was lost.
    expectSuccess(await change('admin01', { body: '改为周六。' }));
    expect(await change('staff02', { title: '停水通知', body: '取消。' })).toMatchObject({
      code: 4009,
      message: '公告的内容已被修改（管理员甲 于 2026-06-15 10:00 保存过这条公告），请查看最新内容后再保存，您填写的内容没有丢失',
    });
    expectSuccess(await change('staff02', { title: '停水通知' }));
    expect(await change('admin01', { title: '停电', body: '再说。' })).toMatchObject({ code: 4009, message: expect.stringMatching(/^公告的标题和内容已被修改（李内二 于 /) });
    const read = { title: '停水通知', body: '改为周六。' };
    expectSuccess(await change('admin01', { title: '停电', body: '再说。', read }));
    expect((await listed()).records).toMatchObject([{ title: '停电', body: '再说。' }]);
  });

  it('is not published to departments that are all gone', async () => {
    const { id: gone } = expectSuccess(await server.call('addCompanyDeptInfo', { body: { deptName: '将撤科室' } }, { as: 'admin01' }));
    const id = await addedNotice(server, { deptIds: [gone], isPublished: 0 });
    expectSuccess(await server.call('deleteCompanyDeptInfo', { params: { id: gone } }, { as: 'admin01' }));
    const publish = () => server.call('publishNotice', { params: { id }, body: null }, { as: 'admin01' });
    expect(await publish()).toMatchObject({ code: 4009, message: '发布范围内的科室已删除，请先编辑这条公告，重新选择发布范围' });
    expectSuccess(await server.call('updateNotice', { body: { id, audience: 'all' } }, { as: 'admin01' }));
    expectSuccess(await publish());
  });

  it('does not lose the readers that an administrator chose while another one had the form open', async () => {
    const id = await addedNotice(server, { deptIds: [depts.internal.id] });
    const change = (fields: object) => server.call('updateNotice', { body: { id, ...fields } }, { as: 'admin01' });
    const read = { audience: 'depts', deptIds: [depts.internal.id] };
    expectSuccess(await change({ audience: 'depts', deptIds: [depts.surgery.id, depts.internal.id], read }));
    // Its answer was lost.
    expectSuccess(await change({ audience: 'depts', deptIds: [depts.internal.id, depts.surgery.id], read }));
    expect(await change({ audience: 'all', read })).toMatchObject({ code: 4009, message: expect.stringMatching(/^公告的发布范围已被修改（管理员甲 于 /) });
    expectSuccess(await change({ title: '改期', read }));
    expectSuccess(await change({ audience: 'all', read: { audience: 'depts', deptIds: [depts.surgery.id, depts.internal.id] } }));
    expect(await change({ audience: 'depts', deptIds: [depts.surgery.id], read })).toMatchObject({ code: 4009 });
    expectSuccess(await change({ audience: 'depts', deptIds: [depts.surgery.id], read: { audience: 'all' } }));
  });

  it('that was published meanwhile does not get unfinished words unasked, nor one that was withdrawn', async () => {
    const id = await addedNotice(server, { body: '草稿', isPublished: 0 });
    await server.context.db.updateTable('employee').set({ is_admin: 1 }).where('account', '=', 'staff02').execute();
    const change = (status: 'draft' | 'published', body: string) => server.call('updateNotice', { body: { id, body, read: { body: '草稿', status } } }, { as: 'staff02' });
    expectSuccess(await server.call('publishNotice', { params: { id }, body: null }, { as: 'admin01' }));
    expect(await change('draft', '写到一半')).toMatchObject({
      code: 4009,
      message: '公告已经发布（管理员甲 于 2026-06-15 10:00 发布），保存后收件人立即看到您填写的内容。请核对后再保存',
    });
    expect((await listed()).records[0]).toMatchObject({ body: '草稿', publisher: '管理员甲' });
    expectSuccess(await server.call('withdrawNotice', { params: { id } }, { as: 'admin01' }));
    expect(await change('published', '写完了')).toMatchObject({ code: 4009, message: expect.stringMatching(/^公告已经撤回（管理员甲 于 .* 撤回），保存后收件人看不到，需要再次发布/) });
    expectSuccess(await server.call('updateNotice', { body: { id, body: '写完了', read: { body: '草稿', status: 'withdrawn' } } }, { as: 'staff02' }));
  });

  it('is published with the words that were seen, under the name of who publishes it', async () => {
    const id = await addedNotice(server, { title: '停水', body: '周日停水。', isPublished: 0 });
    await server.context.db.updateTable('employee').set({ is_admin: 1 }).where('account', '=', 'staff02').execute();
    expectSuccess(await server.call('updateNotice', { body: { id, body: '周六停水。' } }, { as: 'admin01' }));
    const publish = (body: string) => server.call('publishNotice', { params: { id }, body: { read: { title: '停水', body } } }, { as: 'staff02' });
    expect(await publish('周日停水。')).toMatchObject({ code: 4009, message: expect.stringMatching(/^公告的内容已被修改（管理员甲 于 .* 保存过这条公告），尚未发布/) });
    expect((await listed()).records[0]).toMatchObject({ status: 'draft' });
    expectSuccess(await publish('周六停水。'));
    expect((await listed()).records[0]).toMatchObject({ status: 'published', publisher: '李内二' });
  });

  it('keeps what a change does not name, so that two administrators both get their way', async () => {
    const id = await addedNotice(server, { title: '停水', deptIds: [depts.internal.id] });
    const change = async (fields: object) => expectSuccess(await server.call('updateNotice', { body: { id, ...fields } }, { as: 'admin01' }));
    const read = async () => expectSuccess(await server.call('queryNoticeById', { params: { id } }, { as: 'admin01' }));
    const { body } = await read();
    await change({ title: '改期' });
    await change({ audience: 'depts', deptIds: [depts.surgery.id] });
    expect(await read()).toMatchObject({ title: '改期', body, audience: 'depts', deptIds: [depts.surgery.id] });
    await change({ body: '改为周日。' });
    await change({});
    expect(await read()).toMatchObject({ title: '改期', body: '改为周日。', audience: 'depts', deptIds: [depts.surgery.id] });
    expect(await server.call('updateNotice', { body: { id, audience: 'depts' } }, { as: 'admin01' })).toMatchObject({ code: 4022, message: '请选择科室' });
    const records = await server.context.db.selectFrom('audit_record').select('summary').where('object_id', '=', id).where('action', '=', 'notice.update').orderBy('id').execute();
    expect(records.map((record) => record.summary)).toEqual([
      '修改公告 改期，修改内容：标题',
      '修改公告 改期，修改内容：发布范围',
      '修改公告 改期，修改内容：内容',
      '修改公告 改期',
    ]);
  });

  it('is found by title, kind and status, page by page', async () => {
    for (let number = 1; number <= 12; number += 1) await addedNotice(server, { title: `公告 ${number} 号`, isPublished: number % 2 === 0 ? 1 : 0 });
    await issueToInternal(server, { pointIds });
    const first = await listed({ pageSize: 10 });
    expect([first.total, first.records.length]).toEqual([13, 10]);
    expect(first.records[0]).toMatchObject({ kind: 'taskIssued', deptNames: ['内科'] });
    expect((await listed({ title: '12 号' })).records.map((notice) => notice.title)).toEqual(['公告 12 号']);
    expect((await listed({ title: '%' })).total).toBe(0);
    expect((await listed({ kind: 'manual', status: 'draft' })).total).toBe(6);
    for (const status of ['draft', 'published', 'withdrawn'] as const) {
      for (const notice of (await listed({ status })).records) expect(notice.status).toBe(status);
    }
    expect(noticeStatusOf({ publishedAt: null, withdrawnAt: null })).toBe('draft');
  });
});

describe('the unread count', () => {
  it('leaves out what its reader published', async () => {
    const unread = async () => (await readBell(server, 'admin01')).unreadCount;
    const id = await addedNotice(server);
    expect(await readBell(server, 'admin01')).toMatchObject({ unreadCount: 0, records: [{ id, isRead: true }] });
    expect((await readBell(server)).unreadCount).toBe(1);
    expect((await listed()).records[0]).toMatchObject({ readerCount: 4, readCount: 1 });

    const draft = await addedNotice(server, { isPublished: 0 });
    const publish = async () => expectSuccess(await server.call('publishNotice', { params: { id: draft }, body: null }, { as: 'admin01' }));
    await publish();
    expectSuccess(await server.call('withdrawNotice', { params: { id: draft } }, { as: 'admin01' }));
    await publish();
    expect(await unread()).toBe(0);

    const toOthers = await addedNotice(server, { deptIds: [depts.surgery.id] });
    expect((await listed()).records.find((notice) => notice.id === toOthers)).toMatchObject({ readerCount: 1, readCount: 0 });
    expectSuccess(await server.call('updateNotice', { body: { id: toOthers, audience: 'all' } }, { as: 'admin01' }));
    expect(await unread()).toBe(0);
    expect((await readBell(server)).unreadCount).toBe(3);
  });

  it('is each person’s own, and falls by one or to nothing', async () => {
    const first = await addedNotice(server);
    server.clock.advance(MINUTE_MS);
    await addedNotice(server);
    expect((await readBell(server)).unreadCount).toBe(2);
    for (let time = 0; time < 2; time += 1) expectSuccess(await server.call('readNotice', { params: { id: first } }, { as: 'staff01' }));
    expect((await readBell(server)).unreadCount).toBe(1);
    expect((await readBell(server, 'staff02')).unreadCount).toBe(2);

    const until = server.clock.now().toISOString();
    server.clock.advance(MINUTE_MS);
    await addedNotice(server, { title: '刚刚发布' });
    for (let time = 0; time < 2; time += 1) expectSuccess(await server.call('readAllNotices', { body: { until } }, { as: 'staff01' }));
    const { unreadCount, records } = await readBell(server);
    expect(unreadCount).toBe(1);
    expect(records.map((notice) => notice.isRead)).toEqual([false, true, true]);
    expect((await readBell(server, 'staff02')).unreadCount).toBe(3);
  });

  it('leaves out what is long over, and what was there before the person', async () => {
    await addedNotice(server, { title: '旧公告' });
    const body = { employeeName: '新人', account: 'newcomer1', pwd: 'Fresh2026', deptId: depts.internal.id };
    server.clock.advance(DAY_MS);
    const { id } = expectSuccess(await server.call('addCompanyAccount', { body }, { as: 'admin01' }));
    await server.context.db.updateTable('employee').set({ must_change_password: 0 }).where('id', '=', id).execute();
    await server.signIn('newcomer1', body.pwd);
    server.clock.advance(MINUTE_MS);
    await addedNotice(server, { title: '新公告' });
    const bell = expectSuccess(await server.call('queryMyNoticeList', { query: {} }, { as: 'newcomer1' }));
    expect(bell.unreadCount).toBe(1);
    expect(bell.records.map(({ title, isRead }) => [title, isRead])).toEqual([
      ['新公告', false],
      ['旧公告', true],
    ]);
    expect((await readBell(server)).unreadCount).toBe(2);
    server.clock.advance(90 * DAY_MS + MINUTE_MS);
    expect(await readBell(server)).toMatchObject({ unreadCount: 0, total: 2 });
  });
});

describe('what happens to a task', () => {
  it('is told to its departments, in the transaction in which it happens', async () => {
    const { taskId, deptTaskIds } = await issueTask(server, { pointIds, deptIds: [depts.internal.id, depts.surgery.id], remark: '请认真填写' });
    expect((await listed()).records).toHaveLength(1);
    expect((await readBell(server)).records).toMatchObject([
      { kind: 'taskIssued', title: '新任务：六月日常自查', taskId, objectId: deptTaskIds[depts.internal.id], publisher: '管理员甲' },
    ]);
    expect((await readBell(server)).records[0]?.body).toContain('请认真填写');
    expect((await readBell(server, 'staff03')).records).toMatchObject([{ objectId: deptTaskIds[depts.surgery.id] }]);
    expect((await readBell(server, 'staff91')).records).toEqual([]);

    const deptTaskId = deptTaskIds[depts.internal.id] ?? '';
    await answerAll(server, deptTaskId, pointIds);
    expectSuccess(await submit(server, deptTaskId));
    for (const reason of ['请补充照片', '仍然不清']) {
      server.clock.advance(MINUTE_MS);
      const refused = await server.call('returnSubmission', { body: { deptTaskId, reason, points: [{ pointId: depts.internal.id, remark: '不清' }] } }, { as: 'admin01' });
      expect(refused.code).toBe(4022);
      expectSuccess(await server.call('returnSubmission', { body: { deptTaskId, reason, points: [] } }, { as: 'admin01' }));
      expectSuccess(await submit(server, deptTaskId));
    }
    expect(await kindsOf()).toEqual(['taskReturned', 'taskReturned', 'taskIssued']);
    expect((await readBell(server)).records[0]).toMatchObject({ objectId: deptTaskId, body: '请修改后重新提交。退回原因：仍然不清' });
    expect(await kindsOf('staff03')).toEqual(['taskIssued']);

    server.clock.advance(MINUTE_MS);
    expectSuccess(await server.call('cancelTask', { body: { id: taskId, reason: '改为下月' } }, { as: 'admin01' }));
    expect((await readBell(server, 'staff03')).records[0]).toMatchObject({ kind: 'taskCancelled', body: '取消原因：改为下月' });
  });

  it('is told once, however often the issue is sent', async () => {
    const { taskId } = await issueTask(server, { pointIds });
    const task = await server.context.db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
    const body = { id: taskId, taskName: task.task_name, taskType: 3 as const, startDate: task.start_date, endDate: task.end_date, deptIds: [depts.internal.id], pointIds };
    expectSuccess(await server.call('issueTask', { body }, { as: 'admin01' }));
    expect(await kindsOf()).toEqual(['taskIssued']);
  });

  it('includes items of a correction that are given back', async () => {
    const correction = await openCorrection(server, { pointIds });
    await correctAll(server, correction);
    server.clock.advance(MINUTE_MS);
    expectSuccess(await returnItem(server, correction.id, correction.itemIds[0] ?? '', '照片不清'));
    expect((await readBell(server)).records[0]).toMatchObject({
      kind: 'correctionReturned',
      objectId: correction.id,
      taskId: correction.taskId,
      body: '1 项需要重新整改，整改期限 2026-06-25。退回原因：照片不清',
    });
  });

  it('can be withdrawn, but neither changed nor deleted', async () => {
    await issueToInternal(server, { pointIds });
    const id = (await listed()).records[0]?.id ?? '';
    expect(await server.call('deleteNotice', { params: { id } }, { as: 'admin01' })).toMatchObject({ code: 4009, message: '自动通知不能删除，可以撤回' });
    const change = { id, title: '改', body: '改', audience: 'all' as const };
    expect(await server.call('updateNotice', { body: change }, { as: 'admin01' })).toMatchObject({ code: 4009, message: '自动通知不能修改' });
    expectSuccess(await server.call('withdrawNotice', { params: { id } }, { as: 'admin01' }));
    expect((await readBell(server)).total).toBe(0);
  });
});

describe('what a day brings about', () => {
  const run = () => announceDue(server.context);

  it('is told three days before and the day after a task is due, by the day in Shanghai, once', async () => {
    const { deptTaskId, taskId } = await issueToInternal(server, { pointIds, endDate: '2026-06-20' });
    // 23:59 in Shanghai on the 16th.
    server.clock.set('2026-06-16T15:59:00.000Z');
    expect(await run()).toBe(true);
    expect(await kindsOf()).toEqual(['taskIssued']);
    // 00:00 in Shanghai on the 17th.
    server.clock.set('2026-06-16T16:00:00.000Z');
    for (let time = 0; time < 2; time += 1) expect(await run()).toBe(true);
    expect(await kindsOf()).toEqual(['taskDueSoon', 'taskIssued']);
    expect((await readBell(server)).records[0]).toMatchObject({ objectId: deptTaskId, taskId, publisher: '系统', title: '任务即将到期：六月日常自查' });

    for (const day of ['2026-06-18', '2026-06-20']) {
      server.clock.set(morningOf(day));
      await run();
    }
    expect(await kindsOf()).toEqual(['taskDueSoon', 'taskIssued']);
    for (const day of ['2026-06-21', '2026-06-22', '2026-07-30']) {
      server.clock.set(morningOf(day));
      await run();
    }
    expect(await kindsOf()).toEqual(['taskOverdue', 'taskDueSoon', 'taskIssued']);
  });

  it('concerns only who has not submitted, and no task that was cancelled or issued today', async () => {
    const both = await issueTask(server, { pointIds, endDate: '2026-06-18', deptIds: [depts.internal.id, depts.surgery.id] });
    const cancelled = await issueTask(server, { pointIds, endDate: '2026-06-18', deptIds: [depts.surgery.id] });
    expectSuccess(await server.call('cancelTask', { body: { id: cancelled.taskId, reason: '不再需要' } }, { as: 'admin01' }));
    await run();
    expect(await kindsOf('staff03')).not.toContain('taskDueSoon');
    const deptTaskId = both.deptTaskIds[depts.internal.id] ?? '';
    await answerAll(server, deptTaskId, pointIds);
    expectSuccess(await submit(server, deptTaskId));
    server.clock.advance(DAY_MS);
    await run();
    expect(await kindsOf('staff01')).toEqual(['taskIssued']);
    expect((await kindsOf('staff03')).filter((kind) => kind === 'taskDueSoon')).toHaveLength(1);

    // Given back after its end: the same notice reaches this department, too.
    server.clock.set(morningOf('2026-06-19'));
    await run();
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId, reason: '请补充', points: [] } }, { as: 'admin01' }));
    server.clock.set(morningOf('2026-06-20'));
    await run();
    expect(await kindsOf('staff01')).toEqual(['taskOverdue', 'taskReturned', 'taskIssued']);
    expect((await listed({ kind: 'taskOverdue' })).records).toMatchObject([{ deptCount: 2 }]);
  });

  it('is made up for after days on which no server ran', async () => {
    await issueToInternal(server, { pointIds, endDate: '2026-06-20' });
    await issueToInternal(server, { pointIds, endDate: '2026-06-28' });
    await issueToInternal(server, { pointIds, endDate: '2026-08-30' });
    server.clock.set(morningOf('2026-06-26'));
    await run();
    expect((await kindsOf()).filter((kind) => kind !== 'taskIssued').toSorted()).toEqual(['taskDueSoon', 'taskOverdue']);
    // What is over for weeks is no news.
    server.clock.set(morningOf('2026-10-15'));
    await run();
    expect((await kindsOf()).filter((kind) => kind === 'taskOverdue')).toHaveLength(1);
  });

  it('is told of corrections, too, until they are done or gone', async () => {
    const open = await openCorrection(server, { pointIds, correctDays: 5 });
    const done = await openCorrection(server, { pointIds, correctDays: 5 });
    const gone = await openCorrection(server, { pointIds, correctDays: 5 });
    await correctAll(server, done);
    server.clock.set(morningOf('2026-06-17'));
    await run();
    const soon = (await readBell(server)).records.filter((notice) => notice.kind === 'correctionDueSoon');
    expect(soon.map((notice) => notice.objectId).toSorted()).toEqual([open.id, gone.id].toSorted());
    expect(soon[0]).toMatchObject({ title: '整改即将到期：六月日常自查', body: '还有 2 项待整改，截止日期 2026-06-20。' });
    expectSuccess(await server.call('returnSubmission', { body: { deptTaskId: gone.deptTaskId, reason: '请补充', points: [] } }, { as: 'admin01' }));
    expect((await readBell(server)).records.filter((notice) => notice.objectId === gone.id)).toEqual([]);
    server.clock.set(morningOf('2026-06-21'));
    await run();
    const over = (await readBell(server)).records.filter((notice) => notice.kind === 'correctionOverdue');
    expect(over.map((notice) => notice.objectId)).toEqual([open.id]);
  });

  it('is told anew of a correction that a return has given another day', async () => {
    const correction = await openCorrection(server, { pointIds, correctDays: 5 });
    server.clock.set(morningOf('2026-06-18'));
    await run();
    await correctAll(server, correction);
    server.clock.set(morningOf('2026-06-21'));
    expectSuccess(await returnItem(server, correction.id, correction.itemIds[0] ?? ''));
    for (const day of ['2026-06-22', '2026-06-29', '2026-07-02']) {
      server.clock.set(morningOf(day));
      await run();
      await run();
    }
    expect(await kindsOf()).toEqual(['correctionOverdue', 'correctionDueSoon', 'correctionReturned', 'correctionDueSoon', 'taskIssued']);
  });

  it('is told how many items of a correction are due that day, and of the others when it is theirs', async () => {
    const correction = await openCorrection(server, { pointIds, correctDays: 20 });
    const [returned = ''] = correction.itemIds;
    await correctAll(server, { ...correction, itemIds: [returned] });
    expectSuccess(await returnItem(server, correction.id, returned));
    const bodies = async () => (await readBell(server)).records.filter(({ kind }) => kind === 'correctionDueSoon').map(({ body }) => body);
    server.clock.set(morningOf('2026-06-23'));
    await run();
    expect(await bodies()).toEqual(['还有 1 项待整改，截止日期 2026-06-25。']);
    await saveCorrection(server, correction.id, correctionEntry(server, returned, { measures: '已重新整改', baseRevision: 2 }));
    server.clock.set(morningOf('2026-07-03'));
    await run();
    expect(await bodies()).toEqual(['还有 1 项待整改，截止日期 2026-07-05。', '还有 1 项待整改，截止日期 2026-06-25。']);
  });

  it('is told of items behind the earliest one on their own day, although that one is never corrected', async () => {
    const points = (await addOwnPoints(server.context, 3)).map((point) => point.id);
    const correction = await openCorrection(server, { pointIds: points, correctDays: 30 });
    const [returned = ''] = correction.itemIds;
    await correctAll(server, { ...correction, itemIds: [returned] });
    const back = { id: correction.id, dueDate: '2026-06-17', items: [{ itemId: returned, reason: '照片不清' }] };
    expectSuccess(await server.call('returnSelfCorrectItems', { body: back }, { as: 'admin01' }));
    const told = async () => {
      await run();
      const { records } = await readBell(server);
      return records.filter(({ kind }) => kind === 'correctionDueSoon' || kind === 'correctionOverdue').map(({ objectId, body }) => [objectId === correction.id, body]);
    };
    server.clock.set(morningOf('2026-06-18'));
    const first = [[true, '还有 1 项待整改，已于 2026-06-17 到期，请尽快完成。']];
    expect(await told()).toEqual(first);
    server.clock.set(morningOf('2026-07-11'));
    expect(await told()).toEqual(first);
    server.clock.set(morningOf('2026-07-12'));
    const second = [[true, '还有 2 项待整改，截止日期 2026-07-15。'], ...first];
    expect(await told()).toEqual(second);
    // From now on that day is the one of the self-correction, which was told of.
    await saveCorrection(server, correction.id, correctionEntry(server, returned, { measures: '已重新整改', baseRevision: 2 }));
    server.clock.set(morningOf('2026-07-13'));
    expect(await told()).toEqual(second);
    const late = { ...back, dueDate: '2026-07-14' };
    expectSuccess(await server.call('returnSelfCorrectItems', { body: late }, { as: 'admin01' }));
    await saveCorrection(server, correction.id, correctionEntry(server, correction.itemIds[1] ?? ''));
    server.clock.set(morningOf('2026-07-16'));
    const bodies = (await told()).slice(0, 2).map(([, body]) => body);
    expect(bodies.toSorted()).toEqual(['还有 1 项待整改，已于 2026-07-14 到期，请尽快完成。', '还有 1 项待整改，已于 2026-07-15 到期，请尽快完成。']);
    server.clock.set(morningOf('2026-07-17'));
    expect(await told()).toHaveLength(4);
  });

  it('is not told of items behind the earliest one that are corrected, or whose task was cancelled', async () => {
    for (const isCancelled of [false, true]) {
      const correction = await openCorrection(server, { pointIds, correctDays: 30, alsoTo: depts.surgery.id });
      const [returned = '', other = ''] = correction.itemIds;
      await correctAll(server, { ...correction, itemIds: isCancelled ? [returned] : [returned, other] });
      const back = { id: correction.id, dueDate: '2026-06-17', items: [{ itemId: returned, reason: '照片不清' }] };
      expectSuccess(await server.call('returnSelfCorrectItems', { body: back }, { as: 'admin01' }));
      if (isCancelled) expectSuccess(await server.call('cancelTask', { body: { id: correction.taskId, reason: '改为下月' } }, { as: 'admin01' }));
    }
    server.clock.set(morningOf('2026-07-16'));
    await run();
    expect((await kindsOf()).filter((kind) => kind === 'correctionOverdue')).toHaveLength(1);
  });

  it('is not told of a day on which no item is due, which a release before may have left on a self-correction', async () => {
    const correction = await openCorrection(server, { pointIds, correctDays: 20 });
    const [returned = ''] = correction.itemIds;
    await correctAll(server, { ...correction, itemIds: [returned] });
    expectSuccess(await returnItem(server, correction.id, returned));
    await server.context.db.updateTable('self_correction').set({ due_date: '2026-06-18' }).where('id', '=', correction.id).execute();
    server.clock.set(morningOf('2026-06-19'));
    await run();
    expect((await kindsOf()).filter((kind) => kind.startsWith('correctionOverdue'))).toEqual([]);
    server.clock.set(morningOf('2026-07-06'));
    await run();
    const bodies = (await readBell(server)).records.filter(({ kind }) => kind === 'correctionOverdue').map(({ body }) => body);
    expect(bodies.toSorted()).toEqual(['还有 1 项待整改，已于 2026-06-25 到期，请尽快完成。', '还有 1 项待整改，已于 2026-07-05 到期，请尽快完成。']);
  });

  it('is not told again after an administrator has withdrawn it, and forgotten after a year', async () => {
    await issueToInternal(server, { pointIds, endDate: '2026-06-20' });
    const kept = await addedNotice(server);
    server.clock.set(morningOf('2026-06-21'));
    await run();
    const { id } = (await listed({ kind: 'taskOverdue' })).records[0] ?? { id: '' };
    expectSuccess(await server.call('withdrawNotice', { params: { id } }, { as: 'admin01' }));
    server.clock.set(morningOf('2026-06-22'));
    await run();
    expect(await kindsOf()).not.toContain('taskOverdue');
    server.clock.set(morningOf(addDays('2026-06-21', 366)));
    await run();
    expect((await listed()).records.map((notice) => notice.id)).toEqual([kept]);
  });

  it('ends between two steps when the server stops, and goes on from there', async () => {
    const tasks = await Promise.all(Array.from({ length: 3 }, () => issueToInternal(server, { pointIds, endDate: '2026-06-17' })));
    server.clock.advance(DAY_MS);
    let asked = 0;
    expect(await announceDue(server.context, () => (asked += 1) > 1)).toBe(false);
    expect((await kindsOf()).filter((kind) => kind === 'taskDueSoon')).toHaveLength(tasks.length);
    expect(await server.context.db.selectFrom('job').selectAll().execute()).toEqual([{ name: 'notices', holder: null, held_until: null, done_day: null }]);
    expect(await run()).toBe(true);
    expect((await kindsOf()).filter((kind) => kind === 'taskDueSoon')).toHaveLength(tasks.length);
  });
});

describe('what is due in many departments', () => {
  /** More than one step looks at. */
  const COUNT = 250;
  const openItem = {
    comp_no: companies.first.compNo,
    version_id: uuidv7(),
    problem: '',
    photos_before: '[]',
    measures: '',
    photos_after: '[]',
    responsible: '',
    corrected_at: null,
    corrected_by: null,
    saved_by: null,
    saved_at: null,
    revision: 0,
    returned_at: null,
    return_reason: null,
  };

  it('is gone through once, however many steps it takes', async () => {
    await server.stop();
    // On a single connection, as SQLite has it, the next step waits for what is done between the steps.
    server = await startTestServer({ env: { DATABASE_POOL: '1' } });
    pointIds = (await addOwnPoints(server.context, 1)).map((point) => point.id);
    const { db } = server.context;
    const at = server.clock.now().toISOString();
    const newDepts = Array.from({ length: COUNT }, (_, index) => ({
      id: uuidv7(),
      comp_no: companies.first.compNo,
      dept_name: `病区 ${index}`,
      leader: '',
      tel: '',
      extension: '',
      remark: '',
      sort: 100,
      created_at: at,
    }));
    await db.insertInto('dept').values(newDepts).execute();
    const { taskId, deptTaskIds } = await issueTask(server, { pointIds, endDate: '2026-06-17', deptIds: newDepts.map(({ id }) => id) });
    const correction = { comp_no: companies.first.compNo, task_id: taskId, due_date: '2026-06-18', item_count: 2, corrected_count: 0, created_at: at };
    const corrections = Object.entries(deptTaskIds).map(([dept_id, dept_task_id]) => ({ ...correction, id: uuidv7(), dept_id, dept_task_id }));
    await db.insertInto('self_correction').values(corrections).execute();
    // One of each is due with its self-correction, the other on a day of its own.
    const items = corrections.flatMap(({ id }) => [null, '2026-06-17'].map((due_date) => ({ ...openItem, id: uuidv7(), self_correction_id: id, point_id: uuidv7(), due_date })));
    await insertRows(db, testDialect, 'self_correction_item', correctionItemColumns, items);
    server.clock.advance(DAY_MS);

    // Forgotten after each step, so that one which began anew would tell of the same again.
    const told: string[] = [];
    const forget = (): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const rows = await trx
          .selectFrom('notice_audience as a')
          .innerJoin('notice as n', 'n.id', 'a.notice_id')
          .select(['n.id', 'n.event_key', 'a.object_id'])
          .where('n.kind', 'in', ['taskDueSoon', 'correctionDueSoon'])
          .execute();
        told.push(...rows.map(({ event_key, object_id }) => `${event_key} ${object_id}`));
        await deleteNotices(trx, testDialect, [...new Set(rows.map(({ id }) => id))]);
      });
    const forgetting: Promise<void>[] = [];
    await announceDue(server.context, () => forgetting.push(forget()) > 20);
    await Promise.all(forgetting);
    expect(told).toHaveLength(3 * COUNT);
    expect(new Set(told).size).toBe(3 * COUNT);
  });
});

describe.runIf(testDialect === 'postgres')('a notice that is read while it is deleted', () => {
  const noticeOf = async (objectId: string): Promise<string> => (await readBell(server)).records.find((notice) => notice.objectId === objectId)?.id ?? '';

  it('goes with its receipt, and does not hold up what deletes it', async () => {
    const correction = await openCorrection(server, { pointIds, correctDays: 5 });
    server.clock.set(morningOf('2026-06-17'));
    await announceDue(server.context);
    const receipt = { notice_id: await noticeOf(correction.id), employee_id: employees.staff01.id, read_at: server.clock.now().toISOString() };
    await server.signIn('admin01');
    const answer = await whileAnotherWrites(
      server.context.db,
      (other) => other.insertInto('notice_receipt').values(receipt).execute(),
      () => server.call('returnSubmission', { body: { deptTaskId: correction.deptTaskId, reason: '请补充', points: [] } }, { as: 'admin01' }),
    );
    expectSuccess(answer);
    expect(await noticeOf(correction.id)).toBe('');
    expect(await server.context.db.selectFrom('notice_receipt').selectAll().execute()).toEqual([]);
  });

  it('is left out by who reads all', async () => {
    const [deleted, kept] = [await addedNotice(server), await addedNotice(server)];
    const answer = await whileAnotherWrites(
      server.context.db,
      (other) => deleteNotices(other, 'postgres', [deleted]),
      () => server.call('readAllNotices', { body: { until: server.clock.now().toISOString() } }, { as: 'staff01' }),
    );
    expectSuccess(answer);
    expect((await readBell(server)).records).toMatchObject([{ id: kept, isRead: true }]);
  });
});

// PostgreSQL serves each on a line of its own, as it does several processes; SQLite has one process.
describe('several at once', () => {
  it('tell everyone once', async () => {
    for (let task = 0; task < 4; task += 1) await issueTask(server, { pointIds, endDate: '2026-06-17', deptIds: [depts.internal.id, depts.surgery.id] });
    server.clock.advance(DAY_MS);
    const results = await Promise.all(Array.from({ length: 4 }, () => announceDue(server.context)));
    expect(results).toContain(true);
    expect(await announceDue(server.context)).toBe(true);
    for (const as of ['staff01', 'staff03'] as const) expect((await kindsOf(as)).filter((kind) => kind === 'taskDueSoon')).toHaveLength(4);
  });

  it('that tell of the same, since one was taken for dead, make one notice of it', async () => {
    const { context } = server;
    const { taskId, deptTaskIds } = await issueTask(server, { pointIds, deptIds: [depts.internal.id, depts.surgery.id] });
    const tell = (deptIds: readonly string[]) =>
      context.db.transaction().execute((trx) =>
        announce(
          trx,
          context.dialect,
          [
            {
              id: randomUUID(),
              comp_no: companies.first.compNo,
              kind: 'taskOverdue',
              event_key: `taskOverdue:${taskId}`,
              title: '任务已逾期',
              body: '请尽快提交。',
              task_id: taskId,
              published_by: null,
            },
          ],
          deptIds.map((deptId) => ({ event_key: `taskOverdue:${taskId}`, dept_id: deptId, object_id: deptTaskIds[deptId] ?? '' })),
          server.clock.now().toISOString(),
        ),
      );
    const { internal, surgery } = depts;
    await Promise.all([tell([internal.id]), tell([internal.id, surgery.id]), tell([surgery.id, internal.id]), tell([surgery.id])]);
    expect((await listed({ kind: 'taskOverdue' })).records).toMatchObject([{ deptCount: 2 }]);
    for (const as of ['staff01', 'staff03'] as const) expect((await kindsOf(as)).filter((kind) => kind === 'taskOverdue')).toHaveLength(1);
  });
});

describe('the schedule', () => {
  it('does the work at its start, goes on after a failure, and ends with the server', async () => {
    await issueToInternal(server, { pointIds, endDate: '2026-06-17' });
    server.clock.advance(DAY_MS);
    let isFailing = true;
    const context = {
      ...server.context,
      now: () => {
        if (isFailing) throw new Error('no clock');
        return server.clock.now();
      },
    };
    const schedule = startSchedule([{ notices: (isStopping) => announceDue(context, isStopping) }], server.app.log, 20);
    await expect.poll(() => server.logs.some((line) => line.includes('the daily work failed')), { timeout: 15_000 }).toBe(true);
    isFailing = false;
    await expect.poll(async () => (await kindsOf()).includes('taskDueSoon'), { timeout: 15_000 }).toBe(true);
    await schedule.stop();
  });

  it('has chains that do not wait for each other', async () => {
    const done: string[] = [];
    const mayEnd = Promise.withResolvers<void>();
    const schedule = startSchedule(
      [
        {
          long: async () => {
            await mayEnd.promise;
            done.push('long');
          },
          next: async () => void done.push('next'),
        },
        { backup: async () => void done.push('backup') },
      ],
      server.app.log,
    );
    await expect.poll(() => done).toEqual(['backup']);
    mayEnd.resolve();
    await expect.poll(() => done).toEqual(['backup', 'long', 'next']);
    await schedule.stop();
  });
});
