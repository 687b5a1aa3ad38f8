import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { articleOf } from '#contract/basis-article.ts';
import type { Basis, CheckPoint } from '#contract/check-point.ts';
import { citedLaw } from '#contract/cited-law.ts';
import type { ChangedCitation, LawChange } from '#contract/law-change.ts';
import type { Law, LawText } from '#contract/law.ts';
import { checkLibraryVersion, libraryId } from '../../../server/library/check-library.ts';
import { syncCheckLibrary } from '../../../server/modules/check-points/check-library-service.ts';
import { followLaws } from '../../../server/modules/law-changes/follow-laws-service.ts';
import { importLaws } from '../../../server/modules/laws/law-import-service.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess } from '../support/task-fixture.ts';

const data = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const older = `${data}/laws`;
const inForce = `${data}/statutes`;
const judgments = `${data}/domain/citation-judgments.csv`;
const isThere = [older, inForce, judgments].every((path) => existsSync(path));
if (!isThere) console.warn('Citations were NOT followed through real statutes: ../shared/data (laws, statutes and judgements) is absent.');

const INSTITUTIONS = '医疗机构管理条例';
const DRUGS = '中华人民共和国药品管理法实施条例';
type State = ChangedCitation['state'];

/** The points that cited editions that are out, with words of the article of then; and what the editions in force make of them. */
const outdated: readonly [code: string, law: string, article: number, anchor: string, state: State, after: number | null][] = [
  ['0101-02', INSTITUTIONS, 20, '医疗机构改变名称、场所、主要负责人、诊疗科目、床位', 'changed', 19],
  ['0101-03', INSTITUTIONS, 22, '校验由原登记机关办理', 'moved', 21],
  ['0101-04', INSTITUTIONS, 23, '应当及时申明，并向原登记机关申请补发', 'moved', 22],
  ['0101-05', INSTITUTIONS, 27, '的诊疗科目开展诊疗活动', 'changed', 26],
  ['0102-01', INSTITUTIONS, 26, '诊疗科目、诊疗时间和收费标准悬挂于明显处所', 'moved', 25],
  ['0102-02', INSTITUTIONS, 30, '必须佩带载有本人姓名、职务或者职称的标牌', 'moved', 29],
  ['0103-04', INSTITUTIONS, 16, '有与其开展的业务相适应的经费、设施、设备和专业卫生技术人员', 'changed', 15],
  ['0103-05', INSTITUTIONS, 37, '详列细项，并出具收据', 'moved', 36],
  ['0104-01', INSTITUTIONS, 38, '承担县级以上人民政府卫生行政部门委托的支援农村', 'moved', 37],
  ['0104-03', INSTITUTIONS, 39, '发生重大灾害、事故、疾病流行或者其他意外情况时', 'moved', 38],
  ['0202-04', INSTITUTIONS, 28, '医疗机构不得使用非卫生技术人员从事医疗卫生技术工作', 'moved', 27],
  ['0502-01', INSTITUTIONS, 31, '对限于设备或者技术条件不能诊治的病人，应当及时转诊', 'moved', 30],
  ['0502-04', INSTITUTIONS, 25, '必须遵守有关法律、法规和医疗技术规范', 'moved', 24],
  // The article of that number is about it still, in none of the words of before.
  ['0503-02', INSTITUTIONS, 33, '无法取得患者意见又无家属或者关系人在场', 'gone', null],
  ['0702-07', INSTITUTIONS, 32, '助产人员亲自接产，医疗机构不得出具出生证明书或者死产报告书', 'moved', 31],
  ['1104-01', INSTITUTIONS, 32, '不得出具疾病诊断书、健康证明书或者死亡证明书等证明文件', 'moved', 31],
  ['0202-05', DRUGS, 25, '药剂人员必须是依法经资格认定的药学技术人员', 'gone', null],
  ['0301-01', DRUGS, 26, '必须有真实、完整的药品购进记录', 'gone', null],
  ['0301-05', DRUGS, 27, '提供的药品应当与诊疗范围相适应', 'gone', null],
  ['0301-06', DRUGS, 24, '制剂不得在市场上销售或者变相销售', 'gone', null],
  ['0403-02', DRUGS, 30, '应当事先告知受试者或者其监护人真实情况', 'gone', null],
  ['0403-06', DRUGS, 36, '因临床急需进口少量药品', 'changed', 47],
  ['1003-05', DRUGS, 44, '品名、规格、产地、生产企业、产品批号、生产日期', 'gone', null],
];

/** A library of before, as servers hold it that were set up then. */
const outdatedLibrary = {
  version: checkLibraryVersion + 1,
  editions: { [INSTITUTIONS]: '2016-02-06', [DRUGS]: '2019-03-02' },
  items: [
    {
      code: '01',
      name: '机构资质、执业及保障',
      children: [
        {
          code: '0101',
          name: '执业许可与登记',
          points: outdated.map(([code, law, article, anchor]) => ({
            code,
            content: `要点 ${code}`,
            method: '查看记录',
            basis: { law, article, gist: '说明' },
            anchor,
            expected: '符合',
          })),
        },
      ],
    },
  ],
};

async function startWithOlderLaws(prepare: (server: TestServer) => Promise<unknown>): Promise<TestServer> {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  await prepare(server);
  await importAll(server, older);
  return server;
}

async function importAll(server: TestServer, folder: string): Promise<void> {
  const { failures } = await importLaws(server.context, folder);
  expect(failures).toEqual([]);
  await followLaws(server.context);
}

async function allOf<Row>(read: (page: { pageNum: number; pageSize: number }) => Promise<{ records: Row[]; total: number }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const { records, total } = await read({ pageNum, pageSize: 100 });
    rows.push(...records);
    if (rows.length >= total) return rows;
  }
}

const admin = { as: 'admin01' };
const changesOf = (server: TestServer): Promise<LawChange[]> => allOf(async (query) => expectSuccess(await server.call('lawChanges', { query }, admin)));
const citationsOf = (server: TestServer, id: string): Promise<ChangedCitation[]> =>
  allOf(async (query) => expectSuccess(await server.call('lawCitations', { params: { id }, query }, admin)));
const pointsOf = (server: TestServer): Promise<CheckPoint[]> =>
  allOf(async (query) => expectSuccess(await server.call('queryPointPage', { query: { ...query, state: 'current' } }, admin)));

/** What staff read of every basis in the law as it holds in this library; `text` is undefined where nothing certain is there. */
async function readAll(server: TestServer) {
  const laws = await allOf<Law>(async (query) => expectSuccess(await server.call('laws', { query }, admin)));
  const texts = new Map<string, LawText>();
  for (const { id } of laws) texts.set(id, expectSuccess(await server.call('readLaw', { params: { id }, query: {} }, admin)));
  const bases = (await pointsOf(server)).flatMap(({ id, basis, furtherBases = [], liability }) => [basis, ...furtherBases, ...(liability === undefined ? [] : [liability])].map((each) => ({ id, basis: each })));
  return bases.flatMap(({ id, basis }) => {
    const law = citedLaw(laws, basis, '2026-06-15')?.current;
    const text = law === undefined ? undefined : texts.get(law.id);
    return law === undefined || text === undefined ? [] : [{ id, basis, law, article: articleOf(basis, text) }];
  });
}

const isWrong = ({ basis, article }: { basis: Basis; article: { paragraphs: string[] } | undefined }): boolean =>
  basis.anchor !== undefined && article !== undefined && !article.paragraphs.join('\n').includes(basis.anchor);

describe.skipIf(!isThere)('the texts in force, imported where older ones were', () => {
  it('leave no citation of this release at a wrong article, before and afterwards', async () => {
    const server = await startWithOlderLaws(() => Promise.resolve());
    const before = await readAll(server);
    expect(before.filter(isWrong)).toEqual([]);
    const licence = before.find(({ id, basis }) => id === libraryId('0101-03') && basis.law === INSTITUTIONS && basis.anchor === '校验由原登记机关办理');
    expect([licence?.law.publishDate, licence?.article?.number]).toEqual(['2016-02-06', 22]);

    await importAll(server, inForce);
    const after = await readAll(server);
    expect(after.filter(isWrong)).toEqual([]);
    expect(after.filter(({ article }) => article === undefined)).toEqual([]);
    expect(after.filter(({ basis, article }) => article?.number !== basis.article)).toEqual([]);
    expect(after.length).toBeGreaterThan(400);

    const changes = await changesOf(server);
    expect(changes.reduce((sum, { pending }) => sum + pending, 0)).toBe(0);
    const institutions = changes.find(({ title }) => title === INSTITUTIONS);
    expect([institutions?.publishDate, institutions?.before?.publishDate]).toEqual(['2022-03-29', '2016-02-06']);
    const moved = (await citationsOf(server, institutions?.id ?? '')).filter(({ state }) => state === 'moved');
    expect(moved.length).toBeGreaterThanOrEqual(10);
    expect(moved.filter(({ isChecked, before: old, after: now }) => !isChecked || (old?.number ?? 0) - 1 !== now?.number)).toEqual([]);
  });

  it('move by one, change or let go what an older release cites, as the judgements have it', async () => {
    const server = await startWithOlderLaws(({ context }) => syncCheckLibrary(context, outdatedLibrary));
    expect(await changesOf(server)).toEqual([]);
    expect((await readAll(server)).map(({ article, basis }) => article?.number === basis.article)).toEqual(outdated.map(() => true));

    await importAll(server, inForce);
    const changes = await changesOf(server);
    expect(changes.map(({ title, counts, pending }) => [title, counts, pending])).toEqual([
      [DRUGS, { stayed: 0, moved: 0, changed: 1, ambiguous: 0, gone: 6 }, 7],
      [INSTITUTIONS, { stayed: 0, moved: 12, changed: 3, ambiguous: 0, gone: 1 }, 4],
    ]);
    const found = new Map((await Promise.all(changes.map(({ id }) => citationsOf(server, id)))).flat().map((each) => [each.pointId, each]));
    const codes = new Map(outdated.map(([code]) => [libraryId(code), code]));
    expect(Array.from(found, ([id, { cited, state, after }]) => [codes.get(id), cited.law, cited.article, cited.anchor, state, after?.number ?? null]).toSorted()).toEqual([...outdated].toSorted());
    expect(judged()).toEqual(outdated.filter(([, law]) => law === INSTITUTIONS).map(([code, , article]) => [code, article, article - 1]));

    const points = new Map((await pointsOf(server)).map(({ id, basis }) => [codes.get(id), basis]));
    for (const [code, , article, , state, after] of outdated) {
      expect([code, points.get(code)?.article, points.get(code)?.edition], code).toEqual([code, state === 'moved' ? after : article, state === 'moved' ? '2022-03-29' : expect.stringMatching(/^(2016-02-06|2019-03-02)$/)]);
    }
    expect((await readAll(server)).filter(isWrong)).toEqual([]);
  });
});

/** Of the sheet of judgements: the points whose number moved with the regulation on institutions, and where to. */
function judged(): [string, number, number][] {
  return readFileSync(judgments, 'utf8')
    .split('\n')
    .flatMap((line): [string, number, number][] => {
      const [code = '', law, article = '', , fix = ''] = line.split(',');
      const now = /^2022-03-29 版 第(\d+)条$/.exec(fix)?.[1];
      return law === INSTITUTIONS && now !== undefined ? [[code, Number(article), Number(now)]] : [];
    });
}
