import { beforeEach, describe, expect, it } from 'vitest';
import type { CallRequest } from '#contract/endpoints.ts';
import { checkLibraryVersion, libraryId } from '../../../server/library/check-library.ts';
import { syncCheckLibrary } from '../../../server/modules/check-points/check-library-service.ts';
import { followLaws } from '../../../server/modules/law-changes/follow-laws-service.ts';
import { succeedLaws } from '../../../server/modules/law-changes/law-succession-service.ts';
import { importEditions, lawIdOf } from '../support/law-fixture.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { smallLibrary } from '../support/small-library.ts';
import { expectSuccess } from '../support/task-fixture.ts';

const TITLE = '示例安全条例';
const before = ['为了安全。', '每日巡查病区通道。', '发生事故的，应当在两小时内报告。', '违反第二条的，处一万元罚款。'];
const after = ['本条例适用于医院。', '为了安全。', '每日巡查病区通道。', '发生事故或者险情的，应当在两小时内报告。', '违反第三条的，处一万元罚款。'];

type Admin = 'admin01' | 'admin91';
let server: TestServer;
let published = checkLibraryVersion;

const library = (edition: string, [patrol, report, fine]: readonly [number, number, number] = [2, 3, 4]) =>
  smallLibrary((published += 1), { [TITLE]: edition }, [
    {
      code: '0101-01',
      content: '每日巡查通道。',
      method: '查看记录',
      basis: { law: TITLE, article: patrol, gist: '巡查' },
      anchor: '每日巡查病区通道',
      furtherBases: [{ law: TITLE, article: report, gist: '报告', anchor: '两小时内报告' }],
      liability: { law: TITLE, article: fine, gist: '罚款', anchor: '处一万元罚款' },
      expected: '符合',
    },
  ]);

const point = libraryId('0101-01');
const pointOf = async (as: Admin) => {
  const [found] = expectSuccess(await server.call('queryPointPage', { query: { state: 'current' } }, { as })).records;
  if (found === undefined) throw new Error('the point is not there');
  return found;
};
/** Articles of basis, further basis and liability. */
const articlesOf = async (as: Admin): Promise<(number | undefined)[]> => {
  const { basis, furtherBases = [], liability } = await pointOf(as);
  return [basis.article, ...furtherBases.map(({ article }) => article), liability?.article];
};
const editions = async (as: Admin) => expectSuccess(await server.call('lawChanges', { query: {} }, { as })).records;
const citations = async (as: Admin, day = '2024-01-01', query: object = {}) =>
  expectSuccess(await server.call('lawCitations', { params: { id: await lawIdOf(server, TITLE, day) }, query }, { as })).records;
type Decision = CallRequest<'decideCitations'>['body']['decisions'][number];
const decide = async (as: Admin, place: number, decision: Partial<Decision>) => {
  const { version } = await pointOf(as);
  const body = { lawId: await lawIdOf(server, TITLE, '2024-01-01'), decisions: [{ pointId: point, place, version, kind: 'keep' as const, ...decision }] };
  return server.call('decideCitations', { body }, { as });
};

beforeEach(async () => {
  server = await startTestServer();
  await syncCheckLibrary(server.context, library('2020-01-01'));
  return () => server.stop();
});

describe('a national point', () => {
  it('moves for every institution, and waits in each for what is not certain', async () => {
    await importEditions(server, TITLE, { '2020-01-01': before, '2024-01-01': after });
    for (const as of ['admin01', 'admin91'] as const) {
      expect(await articlesOf(as)).toEqual([3, 3, 5]);
      expect(await editions(as)).toMatchObject([{ counts: { moved: 2, changed: 1 }, pending: 1, decided: 0 }]);
      expect((await citations(as)).map(({ place, code, state, isPending }) => [place, code, state, isPending])).toEqual([
        [1, '0101-01', 'changed', true],
        [0, '0101-01', 'moved', false],
        [-1, '0101-01', 'moved', false],
      ]);
    }
    expect(await server.context.db.selectFrom('law_change').select('comp_no').distinct().execute()).toEqual([{ comp_no: '' }]);
  });

  it('is decided on by each institution for itself', async () => {
    await importEditions(server, TITLE, { '2020-01-01': before, '2024-01-01': after });
    const wording = { content: '每日巡查通道，出事两小时内报告。', method: '询问', expected: '会报告', gist: '事故和险情' };
    expect(await decide('admin01', 1, { kind: 'rewrite', wording })).toMatchObject({ message: { count: 1 } });
    expect(await pointOf('admin01')).toMatchObject({ content: wording.content, isNational: true, furtherBases: [{ article: 4, gist: '事故和险情', edition: '2024-01-01' }], liability: { article: 5 } });
    expect(await pointOf('admin91')).toMatchObject({ content: '每日巡查通道。', furtherBases: [{ article: 3, edition: '2020-01-01' }] });
    expect((await editions('admin91'))[0]).toMatchObject({ pending: 1, decided: 0 });
    expect(await decide('admin91', 1, { kind: 'disable' })).toMatchObject({ message: { count: 1 } });
    expect([(await pointOf('admin01')).enabled, (await pointOf('admin91')).enabled]).toEqual([true, false]);
    await followLaws(server.context);
    expect((await editions('admin01'))[0]).toMatchObject({ pending: 0, decided: 1 });
  });

  it('that is off waits for nobody, until it is switched on', async () => {
    await importEditions(server, TITLE, { '2020-01-01': before, '2024-01-01': after });
    const turn = async (enabled: 0 | 1) => expectSuccess(await server.call('switchPoints', { body: { ids: [point], enabled } }, { as: 'admin01' }));
    await turn(0);
    expect((await editions('admin01'))[0]).toMatchObject({ pending: 0 });
    await turn(1);
    expect((await editions('admin01'))[0]).toMatchObject({ pending: 1 });
  });

  it('in an institution’s words follows the next edition, and gives way to the library’s next wording', async () => {
    await importEditions(server, TITLE, { '2020-01-01': before, '2024-01-01': after });
    expectSuccess(await decide('admin01', 1, {}));
    expect(await articlesOf('admin01')).toEqual([3, 4, 5]);
    await importEditions(server, TITLE, { '2025-01-01': after.slice(1) });
    expect(await articlesOf('admin01')).toEqual([2, 3, 4]);
    expect((await editions('admin01'))[0]).toMatchObject({ publishDate: '2025-01-01', pending: 0, counts: { moved: 3 } });
    // Its further basis still follows the first edition: there it has other words.
    expect(await articlesOf('admin91')).toEqual([2, 3, 4]);
    expect((await editions('admin91'))[0]).toMatchObject({ publishDate: '2025-01-01', pending: 1 });

    await syncCheckLibrary(server.context, { ...library('2025-01-01', [2, 3, 4]) });
    await followLaws(server.context);
    for (const as of ['admin01', 'admin91'] as const) {
      expect((await pointOf(as)).furtherBases).toMatchObject([{ article: 3, edition: '2025-01-01' }]);
      expect((await editions(as)).map(({ pending }) => pending)).toEqual([0, 0]);
      expect((await citations(as, '2025-01-01')).map(({ isChecked }) => isChecked)).toEqual([true, true, true]);
    }
  });

  it('is brought to other editions by the library alone, whose version stays', async () => {
    const first = library('2020-01-01');
    await syncCheckLibrary(server.context, first);
    expect(await syncCheckLibrary(server.context, first)).toBe(false);
    expect(await syncCheckLibrary(server.context, { ...first, editions: { [TITLE]: '2024-01-01' } })).toBe(true);
    expect((await pointOf('admin01')).basis.edition).toBe('2024-01-01');
  });
});

describe('an edition', () => {
  it('is followed on the day on which it comes into force', async () => {
    await importEditions(server, TITLE, { '2020-01-01': before });
    await importEditions(server, TITLE, { '2026-06-01': [...after, '本条例自2026年7月1日起施行。'] });
    expect(await articlesOf('admin01')).toEqual([2, 3, 4]);
    expect(await editions('admin01')).toEqual([]);
    server.clock.set('2026-07-01T02:00:00.000Z');
    await succeedLaws(server.context);
    expect(await articlesOf('admin01')).toEqual([3, 3, 5]);
    expect(await editions('admin01')).toMatchObject([{ publishDate: '2026-06-01', pending: 1 }]);
  });

  it('whose text is corrected is looked through again for what was not certain', async () => {
    await importEditions(server, TITLE, { '2020-01-01': before, '2024-01-01': after });
    await importEditions(server, TITLE, { '2024-01-01': [...after.slice(0, 3), before[2] ?? '', ...after.slice(4)] });
    expect(await articlesOf('admin01')).toEqual([3, 4, 5]);
    expect(await editions('admin01')).toMatchObject([{ pending: 0, counts: { moved: 3, changed: 0 } }]);
  });

  it('is looked through once, by however many at once', async () => {
    await importEditions(server, TITLE, { '2020-01-01': before, '2024-01-01': after });
    const versions = () => server.context.db.selectFrom('check_point_version').select('id').orderBy('id').execute();
    const had = await versions();
    await Promise.all(Array.from({ length: 4 }, () => followLaws(server.context)));
    expect(await versions()).toEqual(had);
    await syncCheckLibrary(server.context, library('2020-01-01'));
    expect(await versions()).toEqual(had);
    expect(await articlesOf('admin01')).toEqual([3, 3, 5]);
  });

  it('without one before it moves nothing', async () => {
    await importEditions(server, TITLE, { '2024-01-01': after });
    expect(await articlesOf('admin01')).toEqual([2, 3, 4]);
    expect(await editions('admin01')).toMatchObject([{ before: null, counts: { changed: 3 }, pending: 3 }]);
    expect(await citations('admin01')).toMatchObject([{ before: null, after: { number: 3 } }, { before: null, after: { number: 4 } }, { before: null, after: { number: 5 } }]);
    expect(await citations('admin01', '2024-01-01', { state: 'gone' })).toEqual([]);
    expect(await citations('admin01', '2024-01-01', { pending: 0 })).toEqual([]);
  });
});
