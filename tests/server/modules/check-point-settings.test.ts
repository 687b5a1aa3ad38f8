import { readSheet } from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewPoint } from '#contract/check-point.ts';
import { OWN_POINTS_MAX, SPREADSHEET_TYPE } from '#contract/limits.ts';
import { checkLibrary, libraryId } from '../../../server/library/check-library.ts';
import { readRows } from '../support/database-rows.ts';
import type { Account } from '../support/fixture.ts';
import { importEditions } from '../support/law-fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { exampleOf, makeSpreadsheet, POINT_TITLES } from '../support/spreadsheets.ts';
import { addOwnPoints, answerAll, expectSuccess, issueToInternal, newTask, readDetail, submit } from '../support/task-fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const category = (index: number) => {
  const found = checkLibrary[index];
  if (found === undefined) throw new Error('no such category');
  return { id: libraryId(found.code), name: found.name, items: found.children.map((item) => ({ id: libraryId(item.code), name: item.name, points: item.points })) };
};
const nationalIds = category(2).items.flatMap((item) => item.points.map((point) => libraryId(point.code)));
const itemOf = (index: number, child = 0) => category(index).items[child]?.id ?? '';

const fields = (more: Partial<NewPoint> = {}): NewPoint => ({
  itemId: itemOf(0),
  content: `本院要点 ${uuidv7()}`,
  method: '现场查看',
  basisLaw: '本院制度汇编',
  basisArticle: 3,
  basisGist: '每日清点',
  expected: '账物相符',
  ...more,
});
const add = async (more: Partial<NewPoint> = {}, as: Account = 'admin01') =>
  expectSuccess(await server.call('addCompanyPoint', { body: fields(more) }, { as })).id;
const find = async (id: string, as: Account = 'admin01') => {
  for (const state of ['current', 'retired'] as const) {
    for (let pageNum = 1; ; pageNum += 1) {
      const { records } = expectSuccess(await server.call('queryPointPage', { query: { state, pageNum, pageSize: 100 } }, { as }));
      const found = records.find((point) => point.id === id);
      if (found !== undefined) return found;
      if (records.length === 0) break;
    }
  }
  throw new Error(`no point ${id}`);
};
const change = async (id: string, more: Partial<NewPoint>, version?: string) => {
  const { itemId, content, method, basis, expected, version: held } = await find(id);
  const body = { id, version: version ?? held, itemId, content, method, basisLaw: basis.law, basisArticle: basis.article, basisGist: basis.gist, expected, ...more };
  return server.call('updateCompanyPoint', { body }, { as: 'admin01' });
};
const audits = async (action: string) =>
  (await server.context.db.selectFrom('audit_record').select(['summary', 'comp_no', 'object_id']).where('action', '=', action).orderBy('id').execute());
const switchTo = (ids: string[], enabled: 0 | 1, as: Account = 'admin01') => server.call('switchPoints', { body: { ids, enabled } }, { as });

describe('switching points', () => {
  test('off and on changes what new tasks may have, in the own company alone', async () => {
    const [first = '', second = ''] = nationalIds;
    expect(expectSuccess(await switchTo([first, second, first], 0))).toEqual({ count: 2 });
    expect(await find(first)).toMatchObject({ enabled: false, isRetired: false });
    expect(await find(first, 'admin91')).toMatchObject({ enabled: true });
    expect(await server.call('issueTask', { body: newTask({ pointIds: [first] }) }, { as: 'admin01' })).toMatchObject({ status: 422 });
    const off = expectSuccess(await server.call('queryPointPage', { query: { state: 'disabled' } }, { as: 'staff01' }));
    expect(off.records.map((point) => point.id)).toEqual([first, second]);
    const tree = expectSuccess(await server.call('queryCheckItemTree', {}, { as: 'staff01' }));
    const { pointCount, totalCount } = tree[2] ?? { pointCount: 0, totalCount: 0 };
    expect(totalCount - pointCount).toBe(2);

    expect(expectSuccess(await switchTo([first, second], 0))).toEqual({ count: 0 });
    expect(expectSuccess(await switchTo([first, second], 1))).toEqual({ count: 2 });
    expect(await server.context.db.selectFrom('company_point').selectAll().execute()).toEqual([]);
    expect((await server.call('issueTask', { body: newTask({ pointIds: [first] }) }, { as: 'admin01' })).status).toBe(200);
    expect((await audits('checkPoint.disable')).map((audit) => audit.summary)).toEqual([expect.stringMatching(/^停用检查要点 2 个：/)]);
    expect(await audits('checkPoint.enable')).toHaveLength(1);
  });

  test('is all or nothing: one that is not there, retired, or of another company stops it', async () => {
    const [first = ''] = nationalIds;
    const foreign = await add({}, 'admin91');
    const retired = await add();
    expectSuccess(await server.call('retireCompanyPoint', { params: { id: retired } }, { as: 'admin01' }));
    const before = await readRows(server.context);
    for (const other of [uuidv7(), foreign, retired]) {
      expect(await switchTo([first, other], 0)).toMatchObject({ status: 404, code: 4004, message: '记录不存在' });
    }
    expect(await readRows(server.context)).toBe(before);
    expect((await switchTo([], 0)).message).toBe('请选择检查要点');
  });
});

describe('own points', () => {
  test('stand behind the national ones of their item, and can be issued', async () => {
    const one = await add({ itemId: itemOf(4) });
    const two = await add({ itemId: itemOf(4), basisLaw: '《本院 制度》', basisArticle: 0, method: '' });
    const page = expectSuccess(await server.call('queryPointPage', { query: { itemId: itemOf(4), pageSize: 100 } }, { as: 'staff01' }));
    expect(page.records.slice(-2).map((point) => point.id)).toEqual([one, two]);
    expect(page.records.at(-1)).toMatchObject({ isNational: false, enabled: true, isRetired: false, basis: { law: '本院 制度', article: 0, edition: null } });
    const own = expectSuccess(await server.call('queryPointPage', { query: { itemId: category(4).id, source: 'own' } }, { as: 'staff01' }));
    expect(own.total).toBe(2);
    const { deptTaskId } = await issueToInternal(server, { pointIds: [two] });
    expect((await readDetail(server, deptTaskId)).points[0]).toMatchObject({ pointId: two, basis: { law: '本院 制度', article: 0 } });
    expect((await audits('checkPoint.add')).at(-1)?.summary).toMatch(/^新增检查要点：.+ \/ 本院要点/);
  });

  test('that hang directly below a category stand behind all of its items', async () => {
    const id = await add({ itemId: category(0).id });
    const last = category(0).items.reduce((sum, item) => sum + item.points.length, 0);
    const query = { itemId: category(0).id, pageSize: 100 };
    const { records } = expectSuccess(await server.call('queryPointPage', { query }, { as: 'staff01' }));
    expect(records.findIndex((point) => point.id === id)).toBeGreaterThanOrEqual(last);
  });

  test('remember the edition of the law that their article is counted in', async () => {
    const law = { law_type: '行政法规', doc_number: '', enact_dept: '', effective_date: null, article_count: 0, pdf_sha256: null, imported_at: '2026-01-01T00:00:00.000Z' };
    const version = (publishDate: string, status: 'effective' | 'amended') => ({
      ...law,
      id: uuidv7(),
      title: '中华人民共和国示例条例',
      title_key: '示例条例',
      publish_date: publishDate,
      status,
      version: publishDate.padEnd(64, '0'),
    });
    await server.context.db.insertInto('law').values([version('2010-01-01', 'amended'), version('2020-01-01', 'effective')]).execute();
    const id = await add({ basisLaw: '《示例条例》' });
    expect((await find(id)).basis).toMatchObject({ law: '示例条例', edition: '2020-01-01' });
    await server.context.db.updateTable('law').set({ status: 'amended' }).where('title_key', '=', '示例条例').execute();
    await server.context.db.insertInto('law').values(version('2026-02-01', 'effective')).execute();
    expectSuccess(await change(id, { expected: '另一标准' }));
    expect((await find(id)).basis.edition).toBe('2020-01-01');
    // Who has compared it names the version, with the article as it was.
    expectSuccess(await change(id, { basisEdition: '2026-02-01' }));
    expect((await find(id)).basis).toMatchObject({ article: 3, edition: '2026-02-01' });
    expect((await audits('checkPoint.update')).at(-1)?.summary).toContain('依据版本');
    expect(await change(id, { basisEdition: '2026-02-02' })).toMatchObject({ code: 4022, details: [{ field: 'basisEdition', message: '法规库中没有这部法规的这个版本，请核对公布日期' }] });
    expectSuccess(await change(id, { basisArticle: 9, basisEdition: '2020-01-01' }));
    expect((await find(id)).basis.edition).toBe('2020-01-01');
    expectSuccess(await change(id, { basisArticle: 10 }));
    expect((await find(id)).basis.edition).toBe('2026-02-01');
  });

  test('are found by what has become of the law that they cite, page after page', async () => {
    const version = (title: string, publishDate: string, status: 'effective' | 'amended' | 'repealed', effectiveDate: string | null = null) => ({
      id: uuidv7(), title: `中华人民共和国${title}`, title_key: title, law_type: '行政法规', doc_number: '', enact_dept: '', publish_date: publishDate,
      effective_date: effectiveDate, status, article_count: 0, pdf_sha256: null, version: uuidv7().padEnd(64, '0'), imported_at: '2026-01-01T00:00:00.000Z',
    });
    const laws = [
      version('换版条例', '2010-01-01', 'amended'), version('换版条例', '2020-01-01', 'effective'),
      version('改过条例', '2010-01-01', 'amended'),
      version('废止条例', '2010-01-01', 'repealed'),
      version('未施行条例', '2010-01-01', 'effective'), version('未施行条例', '2020-01-01', 'effective', '2999-01-01'),
    ];
    await server.context.db.insertInto('law').values(laws).execute();
    const cite = (basisLaw: string, basisEdition: string | undefined, content: string) => add({ content, basisLaw, ...(basisEdition === undefined ? {} : { basisEdition }) });
    const overtaken = await cite('换版条例', '2010-01-01', '依据旧版本');
    await cite('换版条例', '2020-01-01', '依据新版本');
    const amended = await cite('《改过条例》', undefined, '依据改过的法规');
    const repealed = await cite('废止条例', undefined, '依据废止的法规');
    await cite('未施行条例', '2010-01-01', '依据还在施行的版本');
    await cite('没有收录的条例', undefined, '依据不在库里');

    const ids = async (query: object, as: Account = 'admin01') => {
      const { records, total } = expectSuccess(await server.call('queryPointPage', { query: { keyword: '条例', source: 'own', ...query } }, { as }));
      return { ids: records.map(({ id }) => id), total };
    };
    expect(await ids({ basisState: 'amended' })).toEqual({ ids: [overtaken, amended], total: 2 });
    expect(await ids({ basisState: 'amended', pageNum: 2, pageSize: 1 })).toEqual({ ids: [amended], total: 2 });
    expect(await ids({ basisState: 'repealed' })).toEqual({ ids: [repealed], total: 1 });
    expect((await ids({ basisState: '' })).total).toBeGreaterThanOrEqual(6);
    expect(await ids({ basisState: 'amended', keyword: '依据旧版本' })).toEqual({ ids: [overtaken], total: 1 });
    expect(await ids({ basisState: 'amended', state: 'disabled' })).toEqual({ ids: [], total: 0 });
    expect((await ids({ basisState: 'amended' }, 'admin91')).total).toBe(0);
    expect(await server.call('queryPointPage', { query: { basisState: 'gone' } }, { as: 'admin01' })).toMatchObject({ status: 422, details: [{ message: '依据状态不正确' }] });
  });

  test('that are changed become another version, and issued tasks keep theirs', async () => {
    const id = await add({ content: '原来的内容' });
    const before = await find(id);
    const { deptTaskId } = await issueToInternal(server, { pointIds: [id] });
    expectSuccess(await change(id, { content: '改过的内容' }));
    expect((await find(id)).content).toBe('改过的内容');
    expect((await readDetail(server, deptTaskId)).points[0]?.content).toBe('原来的内容');
    const later = await issueToInternal(server, { pointIds: [id] });
    expect((await readDetail(server, later.deptTaskId)).points[0]?.content).toBe('改过的内容');
    expect((await audits('checkPoint.update')).at(-1)).toMatchObject({ summary: '修改检查要点：原来的内容，改为 改过的内容', object_id: id });

    // Somebody who still has the first wording on the screen must not overwrite the second.
    expect(await change(id, { content: '旧页面的内容' }, before.version)).toMatchObject({ status: 409, message: '检查要点刚刚被他人修改，请核对最新内容后再保存，您填写的内容没有丢失' });
    const count = async () => (await server.context.db.selectFrom('check_point_version').select('id').where('point_id', '=', id).execute()).length;
    expect(await count()).toBe(2);
    expectSuccess(await change(id, {}));
    expect(await count()).toBe(2);
  });

  test('move between the items of their category only', async () => {
    const id = await add({ itemId: itemOf(6) });
    expectSuccess(await change(id, { itemId: itemOf(6, 1) }));
    expect(await find(id)).toMatchObject({ itemId: itemOf(6, 1) });
    expectSuccess(await change(id, { itemId: category(6).id }));
    const moved = await change(id, { itemId: itemOf(7) });
    expect(moved).toMatchObject({ status: 422, details: [{ field: 'itemId', message: '只能移到同一类别的项目下' }] });
  });

  test('stay where somebody else has moved them meanwhile, when only the wording is changed', async () => {
    const id = await add({ itemId: itemOf(6) });
    const { version } = await find(id);
    expectSuccess(await change(id, { itemId: itemOf(6, 1) }));
    const { itemId: _itemId, ...wording } = fields({ content: '改过的内容' });
    expectSuccess(await server.call('updateCompanyPoint', { body: { id, version, ...wording } }, { as: 'admin01' }));
    expect(await find(id)).toMatchObject({ itemId: itemOf(6, 1), content: '改过的内容' });
  });

  test('leave in the audit log which of their fields differ', async () => {
    const id = await add({ content: '原来的要点' });
    expectSuccess(await change(id, { itemId: itemOf(0, 1), expected: '账物一致', basisArticle: 4 }));
    expect((await audits('checkPoint.update')).at(-1)).toMatchObject({ summary: '修改检查要点：原来的要点，修改内容：自查项目、检查标准、第几条' });
  });

  test('are not repeated below one item, two at once neither', async () => {
    const content = '同时新增的要点';
    const answers = await Promise.all([1, 2, 3].map(() => server.call('addCompanyPoint', { body: fields({ content }) }, { as: 'admin01' })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422, 422]);
    expect(answers.find((answer) => answer.status === 422)?.details).toEqual([{ field: 'content', message: '该项目下已有相同的检查要点' }]);
    expect((await server.call('addCompanyPoint', { body: fields({ content, itemId: itemOf(1) }) }, { as: 'admin01' })).status).toBe(200);
    const national = category(0).items[0]?.points[0]?.content ?? '';
    expect((await server.call('addCompanyPoint', { body: fields({ content: national }) }, { as: 'admin01' })).status).toBe(422);
  });

  test('that are retired are offered no more, keep their history, and can be taken back', async () => {
    const id = await add({ content: '要废止的要点' });
    const { deptTaskId } = await issueToInternal(server, { pointIds: [id] });
    for (let time = 1; time <= 2; time += 1) expectSuccess(await server.call('retireCompanyPoint', { params: { id } }, { as: 'admin01' }));
    expect(await audits('checkPoint.retire')).toContainEqual({ summary: '废止检查要点 1 个：要废止的要点', comp_no: '110001', object_id: id });
    expect((await audits('checkPoint.retire')).filter((audit) => audit.object_id === id)).toHaveLength(1);
    expect(await find(id)).toMatchObject({ isRetired: true, enabled: false });
    expect((await readDetail(server, deptTaskId)).points[0]?.content).toBe('要废止的要点');
    expect((await server.call('issueTask', { body: newTask({ pointIds: [id] }) }, { as: 'admin01' })).status).toBe(422);
    expect(await change(id, { content: '别的' })).toMatchObject({ status: 409, message: '检查要点已废止，恢复后才能修改' });

    // Meanwhile somebody added the same again.
    const twin = await add({ content: '要废止的要点' });
    expect(await server.call('restoreCompanyPoint', { params: { id } }, { as: 'admin01' })).toMatchObject({ status: 409 });
    expectSuccess(await server.call('retireCompanyPoint', { params: { id: twin } }, { as: 'admin01' }));
    expectSuccess(await server.call('restoreCompanyPoint', { params: { id } }, { as: 'admin01' }));
    expect(await find(id)).toMatchObject({ isRetired: false, enabled: true });
  });

  test('are retired many at once, which is safe to repeat, and all or nothing', async () => {
    const retire = (ids: string[]) => server.call('retirePoints', { body: { ids } }, { as: 'admin01' });
    const ids = [await add({ content: '多个之一' }), await add({ content: '多个之二' })];
    const foreign = await add({}, 'admin91');
    const before = await readRows(server.context);
    const national = await retire([...ids, nationalIds[0] ?? '']);
    expect(national).toMatchObject({ status: 409, message: '国家库的检查要点不能修改或废止，只能启用或停用' });
    for (const other of [uuidv7(), foreign]) expect(await retire([...ids, other])).toMatchObject({ status: 404 });
    expect(await readRows(server.context)).toBe(before);
    expect(expectSuccess(await retire(ids))).toEqual({ count: 2 });
    expect(expectSuccess(await retire(ids))).toEqual({ count: 0 });
    for (const id of ids) expect(await find(id)).toMatchObject({ isRetired: true });
    expect((await audits('checkPoint.retire')).at(-1)?.summary).toBe('废止检查要点 2 个：多个之一、多个之二');
  });

  test('have a limit', async () => {
    const { db } = server.context;
    const { count } = await db
      .selectFrom('check_point')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('comp_no', '=', '110002')
      .where('retired_at', 'is', null)
      .executeTakeFirstOrThrow();
    await addOwnPoints(server.context, OWN_POINTS_MAX - count, '110002');
    expect(await server.call('addCompanyPoint', { body: fields() }, { as: 'admin91' })).toMatchObject({ status: 409, message: expect.stringContaining('最多 2000 个') });
  });

  test('of the nation can only be switched', async () => {
    const [id = ''] = nationalIds;
    const sentence = '国家库的检查要点不能修改或废止，只能启用或停用';
    expect(await change(id, { content: '改写国家库' })).toMatchObject({ status: 409, message: sentence });
    expect(await server.call('retireCompanyPoint', { params: { id } }, { as: 'admin01' })).toMatchObject({ status: 409, message: sentence });
  });
});

describe('own items', () => {
  const addItem = (itemName: string, parentId = category(8).id) => server.call('addCheckItem', { body: { parentId, itemName } }, { as: 'admin01' });

  test('stand below a category, are renamed, and deleted when nothing in use is left in them', async () => {
    const { id } = expectSuccess(await addItem('院内专项'));
    const children = async (as: Account = 'staff01') => expectSuccess(await server.call('queryCheckItemTree', {}, { as }))[8]?.children ?? [];
    expect((await children()).at(-1)).toEqual({ id, name: '院内专项', pointCount: 0, totalCount: 0, isNational: false });
    expect((await children('staff91')).some((item) => item.id === id)).toBe(false);
    expect((await addItem('院内专项')).details).toEqual([{ field: 'itemName', message: '该类别下已有同名的自查项目' }]);
    expect((await addItem('再下一层', id)).details).toEqual([{ field: 'parentId', message: '只能在类别下新增自查项目' }]);
    expectSuccess(await server.call('updateCheckItem', { body: { id, itemName: '院内专项检查' } }, { as: 'admin01' }));
    expect((await children()).at(-1)?.name).toBe('院内专项检查');
    const rename = (itemName: string, read: string) => server.call('updateCheckItem', { body: { id, itemName, read: { itemName: read } } }, { as: 'admin01' });
    expect(await rename('专项检查', '院内专项')).toMatchObject({ status: 409, details: [{ field: 'itemName', message: '刚刚被其他管理员改为“院内专项检查”，再次保存以您填写的为准' }] });
    expectSuccess(await rename('院内专项检查', '院内专项'));
    expect(await server.call('updateCheckItem', { body: { id: itemOf(8), itemName: '改名' } }, { as: 'admin01' })).toMatchObject({ status: 409 });

    const pointId = await add({ itemId: id });
    const { deptTaskId } = await issueToInternal(server, { pointIds: [pointId] });
    expect(await server.call('deleteCheckItem', { params: { id } }, { as: 'admin01' })).toMatchObject({
      status: 409,
      message: '项目下还有检查要点，请先移到其他项目或废止',
    });
    expectSuccess(await server.call('retireCompanyPoint', { params: { id: pointId } }, { as: 'admin01' }));
    expectSuccess(await server.call('deleteCheckItem', { params: { id } }, { as: 'admin01' }));
    expect((await children()).some((item) => item.id === id)).toBe(false);
    expect((await readDetail(server, deptTaskId)).points[0]?.itemName).toBe('院内专项检查');
    expect((await server.call('addCompanyPoint', { body: fields({ itemId: id }) }, { as: 'admin01' })).status).toBe(422);

    // A point whose item is gone comes back below the category.
    expectSuccess(await server.call('restoreCompanyPoint', { params: { id: pointId } }, { as: 'admin01' }));
    expect(await find(pointId)).toMatchObject({ itemId: category(8).id });
    expect((await audits('checkItem.delete')).map((audit) => audit.summary)).toEqual(['删除自查项目 院内专项检查']);
    expectSuccess(await addItem('院内专项检查'));
  });

  test('that are renamed, or lose points to others, keep their names in what was issued before', async () => {
    const { id } = expectSuccess(await addItem('急救车'));
    const pointId = await add({ itemId: id });
    const { deptTaskId } = await issueToInternal(server, { pointIds: [pointId] });
    await answerAll(server, deptTaskId, [pointId], [pointId]);
    expectSuccess(await submit(server, deptTaskId));
    const { id: correctionId } = await server.context.db.selectFrom('self_correction').select('id').where('dept_task_id', '=', deptTaskId).executeTakeFirstOrThrow();
    const issuedNames = async () => [
      (await readDetail(server, deptTaskId)).points[0]?.itemName,
      expectSuccess(await server.call('queryCompanySelfCorrectById', { params: { id: correctionId } }, { as: 'staff01' })).items[0]?.itemName,
    ];
    expectSuccess(await server.call('updateCheckItem', { body: { id, itemName: '急救车与除颤仪' } }, { as: 'admin01' }));
    expect(await issuedNames()).toEqual(['急救车', '急救车']);
    expectSuccess(await change(pointId, { itemId: itemOf(8) }));
    expect(await issuedNames()).toEqual(['急救车', '急救车']);
    const later = await issueToInternal(server, { pointIds: [pointId] });
    expect((await readDetail(server, later.deptTaskId)).points[0]?.itemName).toBe(category(8).items[0]?.name);
  });
});

describe('an import of points', () => {
  type Cells = readonly (string | number)[];
  const send = async (rows: readonly Cells[], dryRun: 0 | 1, as: Account = 'admin01') =>
    server.call('importCompanyPoint', { query: { dryRun } }, { as, bytes: await makeSpreadsheet([POINT_TITLES, ...rows]) });
  const { name, items } = category(9);
  const itemName = items[0]?.name ?? '';

  test('has a template that names its columns, categories and items', async () => {
    const answer = await server.call('pointImportTemplate', {}, { as: 'admin01' });
    expect(answer.headers['content-type']).toBe(SPREADSHEET_TYPE);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('检查要点导入模板.xlsx');
    expect(await readSheet(answer.body, '检查要点')).toEqual([[...POINT_TITLES]]);
    const names = (await readSheet(answer.body, '类别与项目')).map((row) => row.join(' / '));
    expect(names).toContain(`${name} / ${itemName}`);
  });

  test('gives examples that would be accepted', async () => {
    const { body } = await server.call('pointImportTemplate', {}, { as: 'admin01' });
    const answer = await server.call('importCompanyPoint', { query: { dryRun: 1 } }, { as: 'admin01', bytes: await exampleOf(body, POINT_TITLES) });
    expect(answer.message).toMatchObject({ rowCount: 1, errorCount: 0, errors: [], warnings: [] });
  });

  test('is checked first, and says what is wrong with which cell', async () => {
    const before = await readRows(server.context);
    const national = items[0]?.points[0]?.content ?? '';
    const { message } = await send(
      [
        [name, itemName, '新要点', '', '制度', '第十二条', '', '', '符合'],
        ['没有的类别', '', '甲', '', '制度', '', '', '', '符合'],
        [name, '没有的项目', '乙', '', '制度', '', '', '', '符合'],
        [name, itemName, '新要点', '', '制度', '', '', '', '符合'],
        [name, itemName, national, '', '制度', '', '', '', '符合'],
        ['', '', '', '', '', '一二三', '', '', '', '也许'],
        [name, '', '长'.repeat(501), '', '制度', '99999', '', '', '符合'],
        ['没有的类别', '', '长'.repeat(501), '', '制度', '', '2019-01-01', '', '符合'],
        [name, itemName, '新要点', '', '制度', '', '去年', '', ''],
      ],
      0,
    );
    expect(message.importedCount).toBe(0);
    expect(message.errors).toEqual([
      { row: 3, column: '自查类别', value: '没有的类别', message: '自查类别不存在，请与“类别与项目”中的名称一致' },
      { row: 4, column: '自查项目', value: '没有的项目', message: '该类别下没有这个自查项目，请先新增' },
      { row: 5, column: '检查要点', value: '新要点', message: '与第 2 行的检查要点重复' },
      { row: 6, column: '检查要点', value: national, message: '该项目下已有相同的检查要点' },
      { row: 7, column: '自查类别', value: '', message: '必填项不能为空' },
      { row: 7, column: '检查要点', value: '', message: '必填项不能为空' },
      { row: 7, column: '依据', value: '', message: '必填项不能为空' },
      { row: 7, column: '条', value: '一二三', message: '条号应为正整数' },
      { row: 7, column: '检查标准', value: '', message: '必填项不能为空' },
      { row: 7, column: '状态', value: '也许', message: '只能填写启用或停用' },
      { row: 8, column: '检查要点', value: `${'长'.repeat(40)}…`, message: '最多 500 个字符' },
      { row: 8, column: '条', value: '99999', message: '条号最大 9999' },
      { row: 9, column: '自查类别', value: '没有的类别', message: '自查类别不存在，请与“类别与项目”中的名称一致' },
      { row: 9, column: '检查要点', value: `${'长'.repeat(40)}…`, message: '最多 500 个字符' },
      { row: 9, column: '依据版本', value: '2019-01-01', message: '法规库中没有这部法规的这个版本，请核对公布日期' },
      { row: 10, column: '检查要点', value: '新要点', message: '与第 2 行的检查要点重复' },
      { row: 10, column: '依据版本', value: '去年', message: '请填写存在的日期，格式为 YYYY-MM-DD' },
      { row: 10, column: '检查标准', value: '', message: '必填项不能为空' },
    ]);
    expect(await readRows(server.context)).toBe(before);
    expect((await send([[name, itemName, '只检查', '', '制度', '', '', '', '符合']], 1)).message).toMatchObject({ rowCount: 1, importedCount: 0, errorCount: 0 });
    expect(await readRows(server.context)).toBe(before);
  });

  test('knows the version of a law: one that is named, is kept through export and import; one that is not there, is refused', async () => {
    const fresh = await startTestServer();
    try {
      const version = (publishDate: string, status: 'effective' | 'amended', articleCount: number) => ({
        id: uuidv7(), title: '往返条例', title_key: '往返条例', law_type: '行政法规', doc_number: '', enact_dept: '', publish_date: publishDate, effective_date: null,
        status, article_count: articleCount, pdf_sha256: null, version: publishDate.padEnd(64, '0'), imported_at: '2026-01-01T00:00:00.000Z',
      });
      await fresh.context.db.insertInto('law').values([version('2020-01-01', 'amended', 20), version('2025-01-01', 'effective', 9)]).execute();
      const importing = async (rows: readonly Cells[], dryRun: 0 | 1) =>
        (await fresh.call('importCompanyPoint', { query: { dryRun } }, { as: 'admin01', bytes: await makeSpreadsheet([POINT_TITLES, ...rows]) })).message;
      const row = (content: string, article: string, edition: string): Cells => [name, itemName, content, '', '往返条例', article, edition, '', '符合'];
      expect(await importing([row('旧', '12', '2020-01-01'), row('新', '12', ''), row('错', '第１条', '2019-01-01'), row('乱', '１', '去年')], 1)).toMatchObject({
        errors: [
          { row: 4, column: '依据版本', message: '法规库中没有这部法规的这个版本，请核对公布日期' },
          { row: 5, column: '依据版本', message: '请填写存在的日期，格式为 YYYY-MM-DD' },
        ],
        warnings: [{ row: 3, column: '条', message: '这部法规只有 9 条，请核对' }],
      });
      // A warning stops nothing.
      expect(await importing([row('旧', '12', '2020-01-01'), row('新', '12', '')], 0)).toMatchObject({ importedCount: 2, warnings: [{ row: 3 }] });
      const { body } = await fresh.call('exportCompanyPoint', {}, { as: 'admin01' });
      expectSuccess(await fresh.call('importCompanyPoint', { query: { dryRun: 0 } }, { as: 'admin91', bytes: { data: body, type: SPREADSHEET_TYPE } }));
      for (const as of ['admin01', 'admin91'] as const) {
        const { records } = expectSuccess(await fresh.call('queryPointPage', { query: { source: 'own', keyword: '往返条例' } }, { as }));
        expect(records.map(({ basis }) => basis.edition)).toEqual(['2020-01-01', '2025-01-01']);
      }
    } finally {
      await fresh.stop();
    }
  });

  test('keeps the words of an article through export and import, and refuses those that do not stand in it', async () => {
    const fresh = await startTestServer();
    try {
      await importEditions(fresh, '原文条例', { '2020-01-01': ['为了甲。', '乙应当登记。'] });
      const importing = async (rows: readonly Cells[], dryRun: 0 | 1) =>
        (await fresh.call('importCompanyPoint', { query: { dryRun } }, { as: 'admin01', bytes: await makeSpreadsheet([POINT_TITLES, ...rows]) })).message;
      const row = (content: string, article: string, words: string, law = '原文条例'): Cells => [name, itemName, content, '', law, article, '', '', '符合', '', words];
      expect(await importing([row('对', '2', '乙应当登记'), row('错', '1', '乙应当登记'), row('整部', '', '乙应当登记'), row('没有', '2', '乙应当登记', '别的条例'), row('长', '2', '乙'.repeat(31))], 1)).toMatchObject({
        errors: [
          { row: 3, column: '依据原文', message: '这段文字不在第一条的原文中，请从原文中选取' },
          { row: 4, column: '依据原文', message: '请先填写第几条，再选取这一条中的原文' },
          { row: 5, column: '依据原文', message: '法规库中没有这一条的原文，不能选取，请留空' },
          { row: 6, column: '依据原文' },
        ],
      });
      expect(await importing([row('对', '2', '乙应当登记')], 0)).toMatchObject({ importedCount: 1 });
      const { body } = await fresh.call('exportCompanyPoint', {}, { as: 'admin01' });
      expectSuccess(await fresh.call('importCompanyPoint', { query: { dryRun: 0 } }, { as: 'admin91', bytes: { data: body, type: SPREADSHEET_TYPE } }));
      for (const as of ['admin01', 'admin91'] as const) {
        const { records } = expectSuccess(await fresh.call('queryPointPage', { query: { source: 'own' } }, { as }));
        expect(records.map(({ basis }) => basis)).toMatchObject([{ article: 2, edition: '2020-01-01', anchor: '乙应当登记' }]);
      }
    } finally {
      await fresh.stop();
    }
  });

  test('tells in the check that there is no room, and for how many there is', async () => {
    const fresh = await startTestServer();
    try {
      await addOwnPoints(fresh.context, OWN_POINTS_MAX - 1, '110001');
      const rows = ['一', '二', '三'].map((content): Cells => [name, itemName, content, '', '制度', '', '', '', '符合']);
      const bytes = await makeSpreadsheet([POINT_TITLES, ...rows]);
      expect((await fresh.call('importCompanyPoint', { query: { dryRun: 1 } }, { as: 'admin01', bytes })).message).toMatchObject({
        errorCount: 1,
        errors: [{ row: 3, column: '', message: '从这一行起超出上限：本机构的检查要点最多 2000 个，还可以新增 1 个，请减少行数或先废止不用的要点' }],
      });
    } finally {
      await fresh.stop();
    }
  });

  test('that comes again under its id is answered as the first time', async () => {
    const bytes = await makeSpreadsheet([POINT_TITLES, [name, itemName, '重复送来的要点', '', '制度', '', '', '', '符合']]);
    const query = { dryRun: 0, importId: uuidv7() } as const;
    for (let time = 1; time <= 2; time += 1) {
      expect((await server.call('importCompanyPoint', { query }, { as: 'admin01', bytes })).message).toMatchObject({ importedCount: 1, errorCount: 0 });
    }
    const { total } = expectSuccess(await server.call('queryPointPage', { query: { keyword: '重复送来的要点' } }, { as: 'admin01' }));
    expect(total).toBe(1);
  });

  test('stores all rows in one go, two of one file at once only once, and what was exported comes back elsewhere', async () => {
    const fresh = await startTestServer();
    try {
      const rows: Cells[] = [
        [name, itemName, '=导入一', '多行\n方法', '《本院制度》', '十二', '', '说明', '符合', '启用'],
        [name, '', '导入二', '', '本院制度', '', '', '', '符合', '停用'],
      ];
      const file = await makeSpreadsheet([POINT_TITLES, ...rows]);
      const importing = () => fresh.call('importCompanyPoint', { query: { dryRun: 0 } }, { as: 'admin01', bytes: file });
      const answers = await Promise.all([importing(), importing()]);
      expect(answers.map((answer) => answer.message.importedCount).toSorted()).toEqual([0, 2]);
      const own = async (as: Account) =>
        expectSuccess(await fresh.call('queryPointPage', { query: { state: 'current', source: 'own' } }, { as })).records.map(
          ({ id: _id, version: _version, ...point }) => point,
        );
      const imported = await own('admin01');
      expect(imported).toMatchObject([
        { itemId: itemOf(9), content: '=导入一', method: '多行\n方法', basis: { law: '本院制度', article: 12 }, enabled: true },
        { itemId: category(9).id, content: '导入二', basis: { article: 0 }, enabled: false },
      ]);

      const exported = await fresh.call('exportCompanyPoint', {}, { as: 'admin01' });
      expect(exported.headers['content-type']).toBe(SPREADSHEET_TYPE);
      const bytes = { data: exported.body, type: SPREADSHEET_TYPE };
      expect((await fresh.call('importCompanyPoint', { query: { dryRun: 0 } }, { as: 'admin91', bytes })).message).toMatchObject({ importedCount: 2 });
      expect(await own('admin91')).toEqual(imported);
      const audit = await fresh.context.db.selectFrom('audit_record').select(['summary', 'comp_no']).where('action', 'in', ['checkPoint.import', 'checkPoint.export']).orderBy('id').execute();
      expect(audit).toEqual([
        { summary: expect.stringMatching(/^批量导入检查要点 2 个：/), comp_no: '110001' },
        { summary: '导出本机构检查要点 2 个', comp_no: '110001' },
        { summary: expect.stringMatching(/^批量导入检查要点 2 个：/), comp_no: '110002' },
      ]);
    } finally {
      await fresh.stop();
    }
  });
});

test('staff may look, and change nothing', async () => {
  const id = await add();
  const calls = [
    server.call('switchPoints', { body: { ids: [id], enabled: 0 } }, { as: 'staff01' }),
    server.call('addCompanyPoint', { body: fields() }, { as: 'staff01' }),
    server.call('retireCompanyPoint', { params: { id } }, { as: 'staff01' }),
    server.call('addCheckItem', { body: { parentId: itemOf(0), itemName: '项目' } }, { as: 'staff01' }),
    server.call('exportCompanyPoint', {}, { as: 'staff01' }),
  ];
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ status: 403, code: 4003 });
  expect(await find(id, 'staff01')).toMatchObject({ enabled: true });
});
