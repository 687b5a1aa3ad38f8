import { beforeEach, describe, expect, it } from 'vitest';
import type { CallRequest } from '#contract/endpoints.ts';
import { checkLibraryVersion, libraryId } from '../../../server/library/check-library.ts';
import { syncCheckLibrary } from '../../../server/modules/check-points/check-library-service.ts';
import { followLaws } from '../../../server/modules/law-changes/follow-laws-service.ts';
import { tellOfRewordings } from '../../../server/modules/rewordings/rewording-service.ts';
import { importEditions, lawIdOf } from '../support/law-fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { smallLibrary } from '../support/small-library.ts';
import { expectSuccess, issueTask } from '../support/task-fixture.ts';
import { depts } from '../support/fixture.ts';

const TITLE = '示例安全条例';
const BEFORE = ['为了安全。', '每日巡查病区通道。'];
const AFTER = ['为了安全。', '每日巡查病区通道和楼梯。'];
const OWN = { content: '本院每日巡查通道两次。', method: '查看本院登记', expected: '有两次登记', gist: '巡查' };

type Admin = 'admin01' | 'admin91';
let server: TestServer;
let published = checkLibraryVersion;

/** Two points, the first with these words. */
const publish = async (content: string, anchor = '每日巡查病区通道'): Promise<void> => {
  const basis = { law: TITLE, article: 2, gist: '巡查' };
  const library = smallLibrary((published += 1), { [TITLE]: '2020-01-01' }, [
    { code: '0101-01', content, method: '查看记录', basis, anchor, expected: '符合' },
    { code: '0101-02', content: '灯具完好。', method: '查看', basis: { ...basis, article: 1 }, anchor: '为了安全', expected: '完好' },
  ]);
  await syncCheckLibrary(server.context, library);
  await tellOfRewordings(server.context);
};

const point = libraryId('0101-01');
const points = async (as: Admin) => expectSuccess(await server.call('queryPointPage', { query: { state: 'current' } }, { as })).records;
const contentOf = async (as: Admin, id = point) => (await points(as)).find((each) => each.id === id)?.content;
const listed = async (as: Admin = 'admin01', query: object = {}) => expectSuccess(await server.call('rewordings', { query }, { as })).records;
const notices = async (as: Admin | 'staff01') =>
  expectSuccess(await server.call('queryMyNoticeList', { query: { pageSize: 100 } }, { as })).records.filter(({ kind }) => kind === 'libraryReworded');
type Decision = CallRequest<'decideRewordings'>['body']['decisions'][number];
const decisionsOn = async (kind: Decision['kind'], as: Admin = 'admin01'): Promise<Decision[]> =>
  (await listed(as)).map(({ pointId, version, nationalVersion }) => ({ pointId, version, nationalVersion, kind }));
const decide = (decisions: Decision[], as: Admin = 'admin01') => server.call('decideRewordings', { body: { decisions } }, { as });

/** The first company rewords the point after its law has changed, as 法规变动 lets it. */
const reword = async (): Promise<void> => {
  await importEditions(server, TITLE, { '2020-01-01': BEFORE, '2024-01-01': AFTER });
  const lawId = await lawIdOf(server, TITLE, '2024-01-01');
  const version = (await points('admin01')).find(({ id }) => id === point)?.version ?? '';
  expectSuccess(await server.call('decideCitations', { body: { lawId, decisions: [{ pointId: point, place: 0, version, kind: 'rewrite', wording: OWN }] } }, { as: 'admin01' }));
};

/** A point of its own with the nation's words, below a category of its own. */
const copy = async (as: Admin, content: string): Promise<string> => {
  const itemId = expectSuccess(await server.call('addCheckItem', { body: { parentId: libraryId('01'), itemName: `自建 ${published}` } }, { as })).id;
  const body = { itemId, content, method: '查看记录', basisLaw: TITLE, basisArticle: 0, basisGist: '巡查', expected: '符合' };
  return expectSuccess(await server.call('addCompanyPoint', { body }, { as })).id;
};

beforeEach(async () => {
  server = await startTestServer();
  await publish('每日巡查通道。');
  return () => server.stop();
});

describe('an institution’s own words of a national point', () => {
  it('stay when the library rewords it, and its administrators alone are told, once for each version', async () => {
    await reword();
    await publish('每日巡查通道和楼梯。');
    expect([await contentOf('admin01'), await contentOf('admin91')]).toEqual([OWN.content, '每日巡查通道和楼梯。']);
    expect(await listed()).toMatchObject([{ pointId: point, code: '0101-01', isNational: true, isPending: true, own: { content: OWN.content }, national: { content: '每日巡查通道和楼梯。' } }]);
    expect(await listed('admin91')).toEqual([]);
    expect(await notices('admin01')).toMatchObject([{ title: '国家库更新：1 个要点有新文本', isRead: false }]);
    expect([await notices('admin91'), await notices('staff01')]).toEqual([[], []]);
    await publish('每日巡查通道、楼梯和电梯。');
    expect(await notices('admin01')).toHaveLength(2);
    await tellOfRewordings(server.context);
    expect(await notices('admin01')).toHaveLength(2);
    expect(await listed()).toMatchObject([{ national: { content: '每日巡查通道、楼梯和电梯。' } }]);
  });

  it('are kept until the library has another wording again', async () => {
    await reword();
    await publish('每日巡查通道和楼梯。');
    const decisions = await decisionsOn('keep');
    expect(expectSuccess(await decide(decisions))).toEqual({ count: 1 });
    expect(expectSuccess(await decide(decisions))).toEqual({ count: 0 });
    expect(await contentOf('admin01')).toBe(OWN.content);
    expect(await listed('admin01', { pending: 1 })).toEqual([]);
    expect(await listed('admin01', { pending: 0 })).toMatchObject([{ pointId: point, isPending: false }]);
    await publish('每日巡查通道、楼梯和电梯。');
    expect(await listed('admin01', { pending: 1 })).toMatchObject([{ own: { content: OWN.content } }]);
  });

  it('give way to the library’s where the institution takes those, for new tasks alone', async () => {
    await reword();
    const task = await issueTask(server, { deptIds: [depts.internal.id], pointIds: [point] });
    await publish('每日巡查通道和楼梯。');
    const decisions = await decisionsOn('adopt');
    expect(expectSuccess(await decide(decisions))).toEqual({ count: 1 });
    expect(expectSuccess(await decide(decisions))).toEqual({ count: 0 });
    expect(await contentOf('admin01')).toBe('每日巡查通道和楼梯。');
    expect(await listed()).toEqual([]);
    const issued = await server.context.db
      .selectFrom('task_point as t')
      .innerJoin('check_point_version as v', 'v.id', 't.version_id')
      .select('v.content')
      .where('t.task_id', '=', task.taskId)
      .execute();
    expect(issued).toEqual([{ content: OWN.content }]);
    const actions = expectSuccess(await server.call('queryAuditPage', { query: { action: 'rewording.adopt', startDate: '2026-01-01', endDate: '2026-12-31' } }, { as: 'admin01' })).records;
    expect(actions).toMatchObject([{ summary: `沿用国家新文本 1 个：${OWN.content}` }]);
  });

  it('take what was decided of their citations with them: what the library still cites in an older edition is asked anew', async () => {
    await reword();
    const lawId = await lawIdOf(server, TITLE, '2024-01-01');
    const pending = async () => expectSuccess(await server.call('lawCitations', { params: { id: lawId }, query: { pending: 1 } }, { as: 'admin01' })).records.map(({ pointId }) => pointId);
    expect(await pending()).toEqual([]);
    await publish('每日巡查通道和楼梯。');
    await followLaws(server.context);
    expectSuccess(await decide(await decisionsOn('keep')));
    expect(await pending()).toEqual([]);
    await publish('每日巡查通道、楼梯和电梯。');
    await followLaws(server.context);
    expectSuccess(await decide(await decisionsOn('adopt')));
    expect(await pending()).toEqual([point]);
    expect(expectSuccess(await server.call('lawChange', { params: { id: lawId } }, { as: 'admin01' }))).toMatchObject({ pending: 1, decided: 0 });
  });

  it('stay with what a newer edition made of their citation, also while they wait', async () => {
    await reword();
    await publish('每日巡查通道和楼梯。');
    await importEditions(server, TITLE, { '2025-01-01': ['本条例适用于医院。', ...AFTER] });
    const found = (await points('admin01')).find(({ id }) => id === point);
    expect(found).toMatchObject({ content: OWN.content, basis: { article: 3, edition: '2025-01-01' } });
    expect(await listed('admin01', { pending: 1 })).toMatchObject([{ version: found?.version }]);
  });

  it('ask for nothing where the library says the same with another anchor', async () => {
    await reword();
    const id = await copy('admin01', '灯具完好。');
    await publish('每日巡查通道。', '巡查病区通道');
    expect([await listed('admin01', { pending: 1 }), await notices('admin01'), await contentOf('admin01')]).toEqual([[], [], OWN.content]);
    expect(await contentOf('admin01', id)).toBe('灯具完好。');
    await publish('每日巡查通道和楼梯。', '巡查病区通道');
    expect(await listed('admin01', { pending: 1 })).toHaveLength(1);
  });

  it('wait for nobody while the point is off', async () => {
    await reword();
    await server.call('switchPoints', { body: { ids: [point], enabled: 0 } }, { as: 'admin01' });
    await publish('每日巡查通道和楼梯。');
    expect(await listed('admin01', { pending: 1 })).toEqual([]);
    expect(await notices('admin01')).toEqual([]);
    await server.call('switchPoints', { body: { ids: [point], enabled: 1 } }, { as: 'admin01' });
    expect(await listed('admin01', { pending: 1 })).toHaveLength(1);
  });
});

describe('an own point with a national point’s words', () => {
  it('is told of the new ones, and takes or refuses them', async () => {
    const ids = [await copy('admin01', '每日巡查通道。'), await copy('admin91', '每日巡查通道。')];
    await publish('每日巡查通道和楼梯。');
    expect(await listed()).toMatchObject([{ pointId: ids[0], code: '0101-01', isNational: false, isPending: true, own: { content: '每日巡查通道。' } }]);
    expect((await notices('admin91')).map(({ body }) => body)).toEqual([expect.stringContaining('国家库改写了本机构照其原文自建的 1 个要点。')]);
    const [adopt, keep] = [await decisionsOn('adopt'), await decisionsOn('keep', 'admin91')];
    expect(expectSuccess(await decide(adopt))).toEqual({ count: 1 });
    expect(expectSuccess(await decide(adopt))).toEqual({ count: 0 });
    expect(expectSuccess(await decide(keep, 'admin91'))).toEqual({ count: 1 });
    expect([await contentOf('admin01', ids[0]), await contentOf('admin91', ids[1])]).toEqual(['每日巡查通道和楼梯。', '每日巡查通道。']);
    expect([await listed(), (await listed('admin91', { pending: 1 })).length, (await listed('admin91', { pending: 0 })).length]).toEqual([[], 0, 1]);
    // The link stays: another wording is told again, to both.
    await publish('每日巡查通道、楼梯和电梯。');
    expect([(await listed('admin01', { pending: 1 })).length, (await listed('admin91', { pending: 1 })).length]).toEqual([1, 1]);
  });

  it('with other words is nobody’s copy, and one that is retired does not wait', async () => {
    await copy('admin01', '灯具完好，每月检查。');
    const retired = await copy('admin91', '每日巡查通道。');
    expectSuccess(await server.call('retireCompanyPoint', { params: { id: retired } }, { as: 'admin91' }));
    await publish('每日巡查通道和楼梯。');
    expect([await listed(), await listed('admin91'), await notices('admin01'), await notices('admin91')]).toEqual([[], [], [], []]);
  });

  it('does not come to stand beside a point that says the same', async () => {
    const id = await copy('admin01', '每日巡查通道。');
    const { itemId = '' } = (await points('admin01')).find((each) => each.id === id) ?? {};
    const body = { itemId, content: '每日巡查通道和楼梯。', method: '', basisLaw: TITLE, basisArticle: 0, basisGist: '', expected: '符合' };
    expectSuccess(await server.call('addCompanyPoint', { body }, { as: 'admin01' }));
    await publish('每日巡查通道和楼梯。');
    expect(await decide(await decisionsOn('adopt'))).toMatchObject({ status: 409, message: expect.stringContaining('已有与国家新文本相同的要点') });
    expect(await listed('admin01', { pending: 1 })).toHaveLength(1);
  });
});

it('a decision on words that somebody did not read, or on one point twice, is refused whole', async () => {
  await reword();
  await publish('每日巡查通道和楼梯。');
  const [stale] = await decisionsOn('keep');
  if (stale === undefined) throw new Error('nothing waits');
  expect(await decide([stale, stale])).toMatchObject({ status: 422, details: [{ field: 'decisions.1.pointId' }] });
  await publish('每日巡查通道、楼梯和电梯。');
  expect(await decide([stale])).toMatchObject({ status: 409, message: '国家库刚刚更新，请刷新后再处理' });
  expect(await decide([{ ...stale, version: stale.nationalVersion }])).toMatchObject({ status: 409, message: '检查要点刚刚被修改，请刷新后再处理' });
  expect(await decide([{ ...stale, pointId: libraryId('0101-02') }])).toMatchObject({ status: 409 });
  expect(await decide([stale], 'admin91')).toMatchObject({ status: 409 });
});

it('a decision to keep is not undone by who saw that the point still waited', async () => {
  await reword();
  await publish('每日巡查通道和楼梯。');
  const [keep, adopt] = [await decisionsOn('keep'), await decisionsOn('adopt')];
  expect(expectSuccess(await decide(keep))).toEqual({ count: 1 });
  expect(await decide(adopt.map((each) => ({ ...each, isPending: true })))).toMatchObject({ status: 409, message: '其他管理员刚刚已保留本机构文本，请刷新后再处理' });
  expect(expectSuccess(await decide(keep.map((each) => ({ ...each, isPending: true }))))).toEqual({ count: 0 });
  expect(expectSuccess(await decide(adopt.map((each) => ({ ...each, isPending: false }))))).toEqual({ count: 1 });
});
