import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleLabel } from '#contract/chinese-numerals.ts';
import { type CheckLibrary, syncCheckLibrary } from '../../../server/modules/check-points/check-library-service.ts';
import { basisEditions, checkLibrary, checkLibraryVersion, libraryId } from '../../../server/library/check-library.ts';
import type { LibraryPoint } from '../../../server/library/library-item.ts';
import { companies } from '../support/fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { addOwnPoints, expectSuccess, issueToInternal, readDetail, somePointIds } from '../support/task-fixture.ts';

const libraryPoints = checkLibrary.flatMap((category) => category.children.flatMap((item) => item.points));
const nationalCount = libraryPoints.length;

/** The shipped library, published anew with one change. */
const changedLibrary = (version: number, change: (items: CheckLibrary['items']) => void): CheckLibrary => {
  const items = structuredClone(checkLibrary);
  change(items);
  return { version, items, editions: basisEditions };
};

const fullWidth = (number: number): string => String(number).replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? '');

const firstItemOf = (items: CheckLibrary['items']) => {
  const item = items[0]?.children[0];
  if (item === undefined) throw new Error('empty library');
  return item;
};

describe('the library in the database', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const countRows = async () => {
    const { db } = server.context;
    const count = async (table: 'check_item' | 'check_point' | 'check_point_version') =>
      (await db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
    return { items: await count('check_item'), points: await count('check_point'), versions: await count('check_point_version') };
  };

  test('holds every point of the release once, however often it is brought up to date', async () => {
    const before = await countRows();
    expect(before.points).toBe(nationalCount);
    expect(before.versions).toBe(nationalCount);
    await syncCheckLibrary(server.context);
    await syncCheckLibrary(server.context, changedLibrary(checkLibraryVersion + 1, () => undefined));
    expect(await countRows()).toEqual(before);
  });

  test('lesson 19: takes a changed wording as a new version, and issued tasks keep theirs', async () => {
    const point = firstItemOf(checkLibrary).points[0];
    const pointId = libraryId(point?.code ?? '');
    const { deptTaskId } = await issueToInternal(server, { pointIds: [pointId] });
    const before = await countRows();

    await syncCheckLibrary(
      server.context,
      changedLibrary(checkLibraryVersion + 2, (items) => {
        const changed = firstItemOf(items).points[0];
        if (changed !== undefined) changed.content = '改过的要点内容';
      }),
    );
    const after = await countRows();
    expect(after).toEqual({ ...before, versions: before.versions + 1 });
    expect((await readDetail(server, deptTaskId)).points[0]?.content).toBe(point?.content);
    const page = expectSuccess(await server.call('queryPointPage', { query: { keyword: '改过的要点' } }, { as: 'staff01' }));
    expect(page.records.map((record) => record.id)).toEqual([pointId]);
    const later = await issueToInternal(server, { pointIds: [pointId] });
    expect((await readDetail(server, later.deptTaskId)).points[0]?.content).toBe('改过的要点内容');
  });

  test('retires a point that left the library, and brings it back when it returns', async () => {
    const code = firstItemOf(checkLibrary).points[1]?.code ?? '';
    const isOffered = async () => {
      const ids = await somePointIds(server, nationalCount - 1);
      return ids.includes(libraryId(code));
    };
    expect(await isOffered()).toBe(true);
    await syncCheckLibrary(
      server.context,
      changedLibrary(checkLibraryVersion + 3, (items) => void firstItemOf(items).points.splice(1, 1)),
    );
    expect(await isOffered()).toBe(false);
    const all = expectSuccess(await server.call('queryPointPage', { query: { state: 'current' } }, { as: 'staff01' }));
    expect(all.total).toBe(nationalCount - 1);
    await syncCheckLibrary(server.context, changedLibrary(checkLibraryVersion + 4, () => undefined));
    expect(await isOffered()).toBe(true);
  });

  test('pins weight, mark, further bases and what breaking it costs with the wording, and says whom a point concerns', async () => {
    const pointId = libraryId(firstItemOf(checkLibrary).points[2]?.code ?? '');
    const { deptTaskId } = await issueToInternal(server, { pointIds: [pointId] });
    const issuedBefore = (await readDetail(server, deptTaskId)).points[0];
    const before = await countRows();
    const publish = (version: number, change: Partial<LibraryPoint>) =>
      syncCheckLibrary(
        server.context,
        changedLibrary(checkLibraryVersion + version, (items) => Object.assign(firstItemOf(items).points[2] ?? {}, change)),
      );
    const heavier = {
      weight: 3,
      mark: 'veto' as const,
      furtherBases: [{ law: '医疗机构管理条例', article: 14, gist: '先取得许可', anchor: '任何单位或者个人' }],
      liability: { law: '医疗机构管理条例', article: 43, gist: '没收违法所得并罚款', anchor: '未取得' },
    };
    await publish(6, heavier);
    expect((await countRows()).versions).toBe(before.versions + 1);
    expect((await readDetail(server, deptTaskId)).points[0]).toEqual(issuedBefore);
    const later = await issueToInternal(server, { pointIds: [pointId] });
    const edition = basisEditions['医疗机构管理条例'];
    expect((await readDetail(server, later.deptTaskId)).points[0]).toMatchObject({
      weight: 3,
      mark: 'veto',
      furtherBases: [{ law: '医疗机构管理条例', article: 14, gist: '先取得许可', edition }],
      liability: { law: '医疗机构管理条例', article: 43, gist: '没收违法所得并罚款', edition },
    });

    // Whom it concerns is no wording: issued tasks and new ones say the same.
    await publish(7, { ...heavier, kinds: ['surgery'], appliesTo: { minLevel: 2 } });
    expect((await countRows()).versions).toBe(before.versions + 1);
    const page = expectSuccess(await server.call('queryPointPage', { query: { pageSize: 100 } }, { as: 'staff01' }));
    expect(page.records.find(({ id }) => id === pointId)?.kinds).toEqual(['surgery']);
    const row = await server.context.db.selectFrom('check_point').select('applies_to').where('id', '=', pointId).executeTakeFirstOrThrow();
    expect(row.applies_to).toBe('{"minLevel":2}');
    await publish(8, {});
  });

  test('is not taken back by a process of an older release', async () => {
    const keyword = firstItemOf(checkLibrary).points[0]?.content.slice(0, 20) ?? '';
    await syncCheckLibrary(
      server.context,
      changedLibrary(checkLibraryVersion + 9, (items) => {
        const changed = firstItemOf(items).points[0];
        if (changed !== undefined) changed.content = '更新的内容';
      }),
    );
    await syncCheckLibrary(server.context);
    const page = expectSuccess(await server.call('queryPointPage', { query: { keyword } }, { as: 'staff01' }));
    expect(page.total).toBe(0);
  });

  test('can be brought up to date by several processes at once', async () => {
    const before = await countRows();
    const library = changedLibrary(checkLibraryVersion + 10, (items) => {
      for (const item of items.flatMap((category) => category.children)) for (const point of item.points) point.expected = '同时更新';
    });
    await Promise.all(Array.from({ length: 6 }, () => syncCheckLibrary(server.context, library)));
    expect(await countRows()).toEqual({ ...before, versions: before.versions + nationalCount });
  });
});

describe('what a company sees of it', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('the tree has the twelve categories in order, with counts that add up', async () => {
    const tree = expectSuccess(await server.call('queryCheckItemTree', {}, { as: 'staff01' }));
    expect(tree.map((category) => category.name)).toEqual(checkLibrary.map((category) => category.name));
    for (const [index, category] of tree.entries()) {
      expect(category.children.map((item) => item.pointCount)).toEqual(checkLibrary[index]?.children.map((item) => item.points.length));
      expect(category.pointCount).toBe(category.children.reduce((sum, item) => sum + item.pointCount, 0));
    }
    const levelOne = expectSuccess(await server.call('queryLevelOneCheckItemList', {}, { as: 'staff01' }));
    expect(levelOne).toEqual(tree.map(({ children: _children, ...category }) => category));
  });

  test('points come in the order of the library, and by item of either level', async () => {
    const ids = await somePointIds(server, nationalCount);
    expect(ids).toEqual(libraryPoints.map((point) => libraryId(point.code)));

    const category = checkLibrary[3];
    const item = category?.children[1];
    const byCategory = expectSuccess(
      await server.call('queryPointPage', { query: { itemId: libraryId(category?.code ?? ''), pageSize: 100 } }, { as: 'staff01' }),
    );
    expect(byCategory.total).toBe(category?.children.reduce((sum, child) => sum + child.points.length, 0));
    const byItem = expectSuccess(
      await server.call('queryPointPage', { query: { itemId: libraryId(item?.code ?? ''), pageSize: 100 } }, { as: 'staff01' }),
    );
    expect(byItem.records.map((point) => point.content)).toEqual(item?.points.map((point) => point.content));
    expect(byItem.records[0]).toMatchObject({ isNational: true, enabled: true, basis: item?.points[0]?.basis });
  });

  test('a basis names the version of the law that its article number follows, where that is known', async () => {
    const query = { pageSize: 100, keyword: '医疗废物管理条例' };
    const { records } = expectSuccess(await server.call('queryPointPage', { query }, { as: 'staff01' }));
    const cited = records.filter((point) => point.basis.law === '医疗废物管理条例');
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.every((point) => point.basis.edition === basisEditions['医疗废物管理条例'])).toBe(true);
    const others = expectSuccess(await server.call('queryPointPage', { query: { ...query, keyword: '抗菌药物临床应用管理办法' } }, { as: 'staff01' }));
    expect(others.records.some((point) => point.basis.law === '抗菌药物临床应用管理办法' && point.basis.edition === null)).toBe(true);
  });

  test('a keyword is found in content, method, standard and basis, and is never a pattern', async () => {
    const total = async (keyword: string) =>
      expectSuccess(await server.call('queryPointPage', { query: { keyword } }, { as: 'staff01' })).total;
    const mentions = (keyword: string) =>
      libraryPoints.filter((point) => [point.content, point.method, point.expected, point.basis.law, point.basis.gist].some((text) => text.includes(keyword))).length;
    for (const keyword of ['医师', '医疗废物', '许可证']) expect(await total(keyword)).toBe(mentions(keyword));
    expect(mentions('医师')).toBeGreaterThan(5);
    for (const keyword of ['%', '_', '\\', "' or 1=1 --"]) expect(await total(keyword)).toBe(mentions(keyword));
  });

  test('a keyword is understood as the basis is shown, and word by word', async () => {
    const found = async (keyword: string) =>
      expectSuccess(await server.call('queryPointPage', { query: { keyword, pageSize: 100 } }, { as: 'staff01' })).records;
    const law = '医疗废物管理条例';
    const { basis } = libraryPoints.find((point) => point.basis.law === law && point.basis.article > 9) ?? { basis: { article: 0 } };
    const isCited = (point: { basis: { law: string; article: number } }): boolean => point.basis.law === law && point.basis.article === basis.article;
    const ofLaw = libraryPoints.filter((point) => point.basis.law === law);
    expect((await found(`《${law}》`)).length).toBeGreaterThanOrEqual(ofLaw.length);
    const label = articleLabel(basis.article);
    const cited = libraryPoints.filter(isCited).length;
    for (const keyword of [`《${law}》${label}`, `${law}第${basis.article}条`, `《中华人民共和国${law}》 第 ${basis.article} 条`, `${label} ${law}`]) {
      const records = await found(keyword);
      expect(records.filter(isCited)).toHaveLength(cited);
      expect(records.length).toBeLessThan(ofLaw.length);
    }
    const sameArticle = libraryPoints.filter((point) => point.basis.article === basis.article).length;
    for (const keyword of [label, `第${basis.article}条`, `第${fullWidth(basis.article)}条`]) {
      expect((await found(keyword)).filter((point) => point.basis.article === basis.article)).toHaveLength(sameArticle);
    }
    const apart = (await found('医疗废物 管理')).map((point) => point.id);
    expect(apart).toEqual(expect.arrayContaining((await found('医疗废物管理')).map((point) => point.id)));
    expect(apart.length).toBeGreaterThan(0);
    expect(await found('医疗废物 没有的词')).toEqual([]);
    expect(await found('第零条')).toEqual([]);
  });

  test('pages do not overlap', async () => {
    const page = async (pageNum: number) =>
      expectSuccess(await server.call('queryPointPage', { query: { pageNum, pageSize: 10 } }, { as: 'staff01' })).records.map((point) => point.id);
    const [first, second] = [await page(1), await page(2)];
    expect(new Set([...first, ...second]).size).toBe(20);
    expect(await page(1000)).toEqual([]);
  });

  test('a switched-off point counts no more and cannot be issued; another company keeps it', async () => {
    const point = checkLibrary[1]?.children[0]?.points[0];
    const pointId = libraryId(point?.code ?? '');
    const { db } = server.context;
    await db.insertInto('company_point').values({ comp_no: companies.first.compNo, point_id: pointId, enabled: 0 }).execute();

    const countOf = async (as: 'staff01' | 'staff91') =>
      expectSuccess(await server.call('queryCheckItemTree', {}, { as }))[1]?.children[0]?.pointCount;
    const shipped = checkLibrary[1]?.children[0]?.points.length ?? 0;
    expect(await countOf('staff01')).toBe(shipped - 1);
    expect(await countOf('staff91')).toBe(shipped);

    const query = { keyword: point?.content.slice(0, 30) ?? '' };
    expect(expectSuccess(await server.call('queryPointPage', { query }, { as: 'staff01' })).total).toBe(0);
    const all = expectSuccess(await server.call('queryPointPage', { query: { ...query, state: 'disabled' } }, { as: 'staff01' }));
    expect(all.records[0]).toMatchObject({ id: pointId, enabled: false });
  });

  test("a company's own points are its own, and a retired one is no longer offered", async () => {
    const own = await addOwnPoints(server.context, 3);
    const keyword = '本院要点';
    const mine = expectSuccess(await server.call('queryPointPage', { query: { keyword } }, { as: 'staff01' }));
    expect(mine.records.map((point) => point.id)).toEqual(own.map((point) => point.id));
    expect(mine.records[0]).toMatchObject({ isNational: false, enabled: true });
    expect(expectSuccess(await server.call('queryPointPage', { query: { keyword } }, { as: 'staff91' })).total).toBe(0);

    const names = async (as: 'staff01' | 'staff91') =>
      expectSuccess(await server.call('queryCheckItemTree', {}, { as })).map((category) => category.name);
    expect(await names('staff01')).toContain('本院补充');
    expect(await names('staff91')).not.toContain('本院补充');

    await server.context.db
      .updateTable('check_point')
      .set({ retired_at: '2026-06-01T00:00:00.000Z' })
      .where('id', '=', own[0]?.id ?? '')
      .execute();
    expect(expectSuccess(await server.call('queryPointPage', { query: { keyword } }, { as: 'staff01' })).total).toBe(2);
    const all = expectSuccess(await server.call('queryPointPage', { query: { keyword, state: 'retired' } }, { as: 'staff01' }));
    expect(all.records).toMatchObject([{ id: own[0]?.id, enabled: false, isRetired: true }]);
  });

  test('nobody sees it without signing in', async () => {
    for (const name of ['queryLevelOneCheckItemList', 'queryCheckItemTree', 'queryPointPage'] as const) {
      expect((await server.call(name, { query: {} } as never)).status).toBe(401);
    }
  });
});
