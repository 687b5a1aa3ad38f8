import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRequest } from '#contract/endpoints.ts';
import type { ChangedCitation } from '#contract/law-change.ts';
import { companies } from '../support/fixture.ts';
import { importEditions, lawIdOf } from '../support/law-fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { addOwnPoints, expectSuccess, issueToInternal } from '../support/task-fixture.ts';

const TITLE = '示例安全条例';
const before = ['为了安全。', '每日巡查病区通道。', '发生事故的，应当在两小时内报告。', '灭火器每月检查一次。', '应急灯应当完好，应急灯由专人管理。', '每年演练一次。'];
/** The first article is new: all others have another number. */
const after = ['本条例适用于医院。', '为了安全。', '每日巡查病区通道。', '发生事故或者险情的，应当在两小时内报告。', '应急灯应当完好。', '应急灯由专人管理，应急灯应当完好。', '每年演练一次。'];

let server: TestServer;
let itemId: string;
const points: Record<string, string> = {};

const addPoint = async (name: string, basisArticle: number, basisAnchor?: string, as: 'admin01' | 'admin91' = 'admin01', at = itemId) => {
  const body = { itemId: at, content: `${name}的要点`, method: '查看记录', basisLaw: TITLE, basisArticle, basisGist: '说明', expected: '符合', ...(basisAnchor === undefined ? {} : { basisAnchor }) };
  return expectSuccess(await server.call('addCompanyPoint', { body }, { as })).id;
};
const change = async (as: 'admin01' | 'admin91' = 'admin01') => expectSuccess(await server.call('lawChanges', { query: {} }, { as })).records.find(({ title }) => title === TITLE);
const citations = async (query: object = {}, as: 'admin01' | 'admin91' = 'admin01'): Promise<ChangedCitation[]> =>
  expectSuccess(await server.call('lawCitations', { params: { id: await newEdition() }, query: { pageSize: 100, ...query } }, { as })).records;
const citationOf = async (name: string): Promise<ChangedCitation> => {
  const found = [...(await citations()), ...(await citations({ state: 'stayed' }))].find(({ pointId }) => pointId === points[name]);
  if (found === undefined) throw new Error(`${name} is not listed`);
  return found;
};
const newEdition = () => lawIdOf(server, TITLE, '2024-01-01');
type Decision = CallRequest<'decideCitations'>['body']['decisions'][number];
const decide = async (name: string, decision: Partial<Decision>) => {
  const { pointId, place, version } = await citationOf(name);
  return server.call('decideCitations', { body: { lawId: await newEdition(), decisions: [{ pointId, place, version, kind: 'keep', ...decision }] } }, { as: 'admin01' });
};
const pointOf = async (name: string) => {
  const { records } = expectSuccess(await server.call('queryPointPage', { query: { keyword: `${name}的要点`, state: 'current' } }, { as: 'admin01' }));
  const [point] = records;
  if (point === undefined) throw new Error(`${name} is not there`);
  return point;
};

beforeAll(async () => {
  server = await startTestServer();
  itemId = (await addOwnPoints(server.context, 1))[0]?.itemId ?? '';
  await importEditions(server, TITLE, { '2020-01-01': before });
  points['巡查'] = await addPoint('巡查', 2, '巡查病区通道');
  points['报告'] = await addPoint('报告', 3, '两小时内报告');
  points['灭火器'] = await addPoint('灭火器', 4, '灭火器每月检查');
  points['应急灯'] = await addPoint('应急灯', 5, '应急灯应当完好');
  points['演练'] = await addPoint('演练', 6);
  points['目的'] = await addPoint('目的', 0);
  const foreignItem = (await addOwnPoints(server.context, 1, companies.second.compNo))[0]?.itemId ?? '';
  points['外院'] = await addPoint('外院', 3, '两小时内报告', 'admin91', foreignItem);
  await importEditions(server, TITLE, { '2024-01-01': after });
});
afterAll(() => server.stop());

describe('a newer edition of a law', () => {
  it('moves what is there in the same words, and lists the rest as changed, ambiguous or gone', async () => {
    expect(await change()).toMatchObject({
      title: TITLE,
      publishDate: '2024-01-01',
      before: { publishDate: '2020-01-01' },
      counts: { stayed: 0, moved: 2, changed: 1, ambiguous: 1, gone: 1 },
      pending: 3,
      decided: 0,
    });
    expect(await citationOf('巡查')).toMatchObject({ state: 'moved', isPending: false, cited: { article: 2, edition: '2020-01-01' }, before: { number: 2 }, after: { number: 3, label: '第三条' } });
    expect(await citationOf('演练')).toMatchObject({ state: 'moved', isPending: false, before: { number: 6 }, after: { number: 7 } });
    expect(await citationOf('报告')).toMatchObject({
      state: 'changed',
      isPending: true,
      before: { number: 3, paragraphs: ['发生事故的，应当在两小时内报告。'] },
      after: { number: 4, paragraphs: ['发生事故或者险情的，应当在两小时内报告。'] },
    });
    expect(await citationOf('应急灯')).toMatchObject({ state: 'ambiguous', isPending: true, after: null, candidates: [{ number: 5 }, { number: 6 }] });
    expect(await citationOf('灭火器')).toMatchObject({ state: 'gone', isPending: true, before: { number: 4 }, after: null, candidates: [] });
  });

  it('leaves what moved to new tasks with the number of the edition in force', async () => {
    expect((await pointOf('巡查')).basis).toEqual({ law: TITLE, article: 3, gist: '说明', edition: '2024-01-01', anchor: '巡查病区通道' });
    expect((await pointOf('报告')).basis).toMatchObject({ article: 3, edition: '2020-01-01' });
  });
});

describe('a decision', () => {
  it('to switch a point off ends where somebody switches it on again: its citation is asked about anew', async () => {
    const id = points['报告'] ?? '';
    expect(await decide('报告', { kind: 'disable' })).toMatchObject({ message: { count: 1 } });
    expect(await citationOf('报告')).toMatchObject({ isPending: false, decision: { kind: 'disable' } });
    expect(await change()).toMatchObject({ pending: 2, decided: 1 });
    for (const ids of [[id], [id]]) expect(await server.call('switchPoints', { body: { ids, enabled: 1 } }, { as: 'admin01' })).toMatchObject({ status: 200 });
    expect(await citationOf('报告')).toMatchObject({ isPending: true, decision: null });
    expect(await change()).toMatchObject({ pending: 3, decided: 0 });
  });

  it('to keep a changed citation lets new tasks cite the new article, and leaves issued ones as they are', async () => {
    const issued = await issueToInternal(server, { pointIds: [points['报告'] ?? ''] });
    expect(await decide('报告', { kind: 'keep' })).toMatchObject({ status: 200, message: { count: 1 } });
    expect((await pointOf('报告')).basis).toMatchObject({ article: 4, edition: '2024-01-01', anchor: '两小时内报告' });
    expect(await citationOf('报告')).toMatchObject({ isPending: false, decision: { kind: 'keep', article: 4, byName: '管理员甲' } });
    const basisIn = async (deptTaskId: string) =>
      expectSuccess(await server.call('queryTaskCheckPointInfo', { params: { id: deptTaskId } }, { as: 'staff01' })).points[0]?.basis;
    expect(await basisIn(issued.deptTaskId)).toMatchObject({ article: 3, edition: '2020-01-01' });
    const next = await issueToInternal(server, { pointIds: [points['报告'] ?? ''] });
    expect(await basisIn(next.deptTaskId)).toMatchObject({ article: 4, edition: '2024-01-01' });
    expect(await change()).toMatchObject({ pending: 2, decided: 1 });
  });

  it('that comes again changes nothing, with the version of then too', async () => {
    const { pointId, place, version } = await citationOf('灭火器');
    const body = { lawId: await newEdition(), decisions: [{ pointId, place, version, kind: 'rewrite' as const, article: 7, wording: { content: '灭火器演练的要点', method: '查看记录', expected: '会用', gist: '演练' } }] };
    const send = () => server.call('decideCitations', { body }, { as: 'admin01' });
    expect(await send()).toMatchObject({ message: { count: 1 } });
    expect(await send()).toMatchObject({ message: { count: 0 } });
    expect(await pointOf('灭火器演练')).toMatchObject({ method: '查看记录', expected: '会用', basis: { article: 7, gist: '演练', edition: '2024-01-01' } });
    const records = expectSuccess(await server.call('queryAuditPage', { query: { startDate: '2026-06-15', endDate: '2026-06-15', action: 'citation.rewrite' } }, { as: 'admin01' })).records;
    expect(records).toHaveLength(1);
    expect(records[0]?.summary).toContain('灭火器的要点（《示例安全条例》第四条）');
  });

  it('on words that stand in several articles names one of them', async () => {
    expect(await decide('应急灯', {})).toMatchObject({ status: 422, details: [{ field: 'decisions.0.article' }] });
    expect(await decide('应急灯', { article: 9 })).toMatchObject({ status: 422, details: [{ field: 'decisions.0.article', message: '这部法规只有 7 条，请核对' }] });
    expect(await decide('应急灯', { article: 6, anchor: '每年演练' })).toMatchObject({ status: 422, details: [{ field: 'decisions.0.anchor' }] });
    expect(await decide('应急灯', { article: 6, anchor: '由专人管理' })).toMatchObject({ message: { count: 1 } });
    expect((await pointOf('应急灯')).basis).toMatchObject({ article: 6, anchor: '由专人管理' });
  });

  it('may be another one later: a point that was switched off is on again', async () => {
    expect(await decide('应急灯', { kind: 'disable' })).toMatchObject({ message: { count: 1 } });
    expect(await pointOf('应急灯')).toMatchObject({ enabled: false, basis: { article: 6 } });
    expect(await decide('应急灯', { article: 5 })).toMatchObject({ message: { count: 1 } });
    expect(await pointOf('应急灯')).toMatchObject({ enabled: true, basis: { article: 5, anchor: '应急灯应当完好' } });
  });

  it('that switches a point on again takes along what had switched it off with another of its citations', async () => {
    expect(await decide('应急灯', { kind: 'disable' })).toMatchObject({ message: { count: 1 } });
    const { db } = server.context;
    const decisions = () => db.selectFrom('citation_decision').selectAll().where('point_id', '=', points['应急灯'] ?? '').orderBy('place').execute();
    const [decided] = await decisions();
    // As of a point that cites two changed articles; own points cite one.
    await db.insertInto('citation_decision').values({ ...decided!, place: decided!.place + 1 }).execute();
    expect(await decide('应急灯', { article: 5 })).toMatchObject({ message: { count: 1 } });
    expect(await pointOf('应急灯')).toMatchObject({ enabled: true });
    expect((await decisions()).map(({ place, kind }) => [place, kind])).toEqual([[decided!.place, 'keep']]);
  });

  it('is all or none, and refused for what is not uncertain, for an old version, and for a wording out of place', async () => {
    expect(await decide('巡查', {})).toMatchObject({ status: 409 });
    expect(await decide('报告', { kind: 'disable', version: points['报告'] ?? '' })).toMatchObject({ status: 409, message: '检查要点刚刚被修改，请核对后再处理' });
    expect(await decide('报告', { kind: 'rewrite' })).toMatchObject({ status: 422, details: [{ field: 'decisions.0.wording' }] });
    const wording = { content: '演练的要点', method: '', expected: '符合', gist: '' };
    expect(await decide('报告', { kind: 'disable', wording })).toMatchObject({ status: 422, details: [{ field: 'decisions.0.wording' }] });
    expect(await decide('报告', { kind: 'rewrite', wording })).toMatchObject({ status: 422, details: [{ field: 'decisions.0.wording.content' }] });
    const { pointId, place, version } = await citationOf('报告');
    const twice = Array.from({ length: 2 }, () => ({ pointId, place, version, kind: 'disable' as const }));
    expect(await server.call('decideCitations', { body: { lawId: await newEdition(), decisions: twice } }, { as: 'admin01' })).toMatchObject({ status: 422, details: [{ field: 'decisions.1.place' }] });
    expect(await pointOf('报告')).toMatchObject({ enabled: true, basis: { article: 4 } });
  });

  it('is not undone by who has not seen it', async () => {
    expect(await decide('报告', { kind: 'disable', seen: null })).toMatchObject({ status: 409, message: '管理员甲刚刚沿用了这条依据，请核对后再处理' });
    expect(await decide('报告', { kind: 'disable', seen: 'keep' })).toMatchObject({ message: { count: 1 } });
    expect(await decide('报告', { kind: 'keep', seen: 'keep' })).toMatchObject({ status: 409, message: '管理员甲刚刚停用了这个要点，请核对后再处理' });
    expect(await pointOf('报告')).toMatchObject({ enabled: false });
    expect(await citations({ pointId: points['报告'] })).toMatchObject([{ pointId: points['报告'], decision: { kind: 'disable' } }]);
    expect(await decide('报告', { kind: 'keep', seen: 'disable' })).toMatchObject({ message: { count: 1 } });
  });

  it('is one institution’s: another sees its own points alone, still waiting', async () => {
    expect(await change('admin91')).toMatchObject({ counts: { changed: 1, moved: 0 }, pending: 1, decided: 0 });
    const theirs = await citations({}, 'admin91');
    expect(theirs.map(({ pointId }) => pointId)).toEqual([points['外院']]);
    expect(theirs[0]).toMatchObject({ isPending: true, decision: null });
  });
});

describe('a next edition', () => {
  it('is compared with the one that was decided on', async () => {
    await importEditions(server, TITLE, { '2025-01-01': after.slice(1) });
    const { records } = expectSuccess(await server.call('lawChanges', { query: {} }, { as: 'admin01' }));
    expect(records.filter(({ title }) => title === TITLE).map(({ publishDate, pending, counts }) => [publishDate, pending, counts.moved])).toEqual([
      ['2025-01-01', 0, 5],
      ['2024-01-01', 0, 2],
    ]);
    expect((await pointOf('报告')).basis).toMatchObject({ article: 3, edition: '2025-01-01' });
    expect((await pointOf('灭火器演练')).basis).toMatchObject({ article: 6, edition: '2025-01-01' });
  });
});

describe('the anchor of an own point', () => {
  const fields = async (name: string) => {
    const { id, version, content, method, basis, expected } = await pointOf(name);
    return { id, version, content, method, basisLaw: basis.law, basisArticle: basis.article, basisGist: basis.gist, expected };
  };
  const update = async (name: string, changes: object) => server.call('updateCompanyPoint', { body: { ...(await fields(name)), ...changes } }, { as: 'admin01' });

  it('has to stand in the article of that edition', async () => {
    expect(await update('巡查', { basisAnchor: '每年演练' })).toMatchObject({ status: 422, details: [{ field: 'basisAnchor', message: '这段文字不在第二条的原文中，请从原文中选取' }] });
    expect(await update('目的', { basisAnchor: '为了安全' })).toMatchObject({ status: 422, details: [{ field: 'basisAnchor', message: '请先填写第几条，再选取这一条中的原文' }] });
    expect(await update('巡查', { basisLaw: '没有的条例', basisAnchor: '每日' })).toMatchObject({ status: 422, details: [{ field: 'basisAnchor' }] });
    expect(await update('巡查', { basisAnchor: '字'.repeat(31) })).toMatchObject({ status: 422, details: [{ field: 'basisAnchor' }] });
  });

  it('stays as long as law and article do, and goes when it is emptied', async () => {
    expectSuccess(await update('巡查', { basisGist: '每天走一遍' }));
    expect((await pointOf('巡查')).basis).toMatchObject({ anchor: '巡查病区通道', gist: '每天走一遍' });
    expectSuccess(await update('巡查', { basisAnchor: '每日巡查' }));
    expect((await pointOf('巡查')).basis).toMatchObject({ anchor: '每日巡查' });
    expectSuccess(await update('巡查', { basisAnchor: '' }));
    expect((await pointOf('巡查')).basis).not.toHaveProperty('anchor');
    expectSuccess(await update('报告', { basisArticle: 1 }));
    expect((await pointOf('报告')).basis).not.toHaveProperty('anchor');
  });
});
