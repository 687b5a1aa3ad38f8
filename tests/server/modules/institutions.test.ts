import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangedInstitution, InstitutionProfile } from '#contract/institution.ts';
import { code } from '#contract/codes.ts';
import type { AppliesTo } from '#contract/institution-profile.ts';
import { usualProfile } from '#contract/usual-profile.ts';
import { basisEditions, checkLibrary, checkLibraryVersion, libraryId } from '../../../server/library/check-library.ts';
import { syncCheckLibrary } from '../../../server/modules/check-points/check-library-service.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { expectSuccess, issueToInternal, newTask, readDetail } from '../support/task-fixture.ts';

const admin = { as: 'admin01' } as const;
const codes = checkLibrary.flatMap((category) => category.children.flatMap((item) => item.points.map((point) => point.code)));
const [always, dialysis, large, filed] = codes.map(libraryId) as [string, string, string, string];

/** Only the first points of the library have conditions. */
const withConditions = (version: number) => {
  const items = structuredClone(checkLibrary);
  const conditions = new Map<string, AppliesTo>([
    [dialysis, { services: ['dialysis'] }],
    [large, { minLevel: 3 }],
    [filed, { practice: 'filing' }],
  ]);
  for (const item of items.flatMap((category) => category.children)) {
    delete item.appliesTo;
    for (const point of item.points) {
      delete point.appliesTo;
      const appliesTo = conditions.get(libraryId(point.code));
      if (appliesTo) point.appliesTo = appliesTo;
    }
  }
  return { version, items, editions: basisEditions };
};

const hospital: InstitutionProfile = { ...usualProfile('综合医院', 2), services: ['pharmacy'] };

describe('机构档案', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await syncCheckLibrary(server.context, withConditions(checkLibraryVersion + 1));
  });
  afterAll(() => server.stop());

  const read = async () => expectSuccess(await server.call('getInstitution', {}, admin));
  const change = async (changes: Partial<ChangedInstitution>) => {
    const { compName, siteTitle, revision } = await read();
    return server.call('changeInstitution', { body: { compName, siteTitle, profile: hospital, revision, ...changes } }, admin);
  };
  const points = async (state: 'enabled' | 'disabled', as: 'admin01' | 'admin91' = 'admin01') => {
    const pages = Array.from({ length: 10 }, (_, index) => index + 1).map(async (pageNum) => expectSuccess(await server.call('queryPointPage', { query: { state, pageNum, pageSize: 100 } }, { as })).records);
    return (await Promise.all(pages)).flat();
  };
  const isOn = async (id: string): Promise<boolean> => (await points('enabled')).some((point) => point.id === id);

  test('a company without one is asked everything', async () => {
    expect((await read()).profile).toBeNull();
    expect(await points('enabled')).toHaveLength(codes.length);
  });

  test('says first what it changes, then leaves out what does not concern the company, with the reason, and nobody else', async () => {
    const { taskId: _, deptTaskId } = await issueToInternal(server, { pointIds: [always, dialysis] });
    const preview = expectSuccess(await server.call('previewInstitution', { body: hospital }, admin));
    expect(preview).toMatchObject({ before: codes.length, after: codes.length - 3, added: [] });
    expect(preview.removed.map(({ id, reason }) => [id, reason])).toEqual([
      [dialysis, '未开展血液透析'],
      [large, '机构级别为二级，三级以上适用'],
      [filed, '执业依据为执业许可证'],
    ]);
    expect((await read()).profile).toBeNull();

    expectSuccess(await change({}));
    const off = await points('disabled');
    expect(off.map(({ id, whyOff }) => [id, whyOff])).toEqual(preview.removed.map(({ id, reason }) => [id, reason]));
    const tree = expectSuccess(await server.call('queryCheckItemTree', {}, admin));
    expect(tree.reduce((sum, { pointCount }) => sum + pointCount, 0)).toBe(codes.length - 3);
    const refused = await server.call('issueTask', { body: newTask({ pointIds: [dialysis] }) }, admin);
    expect(refused.details?.[0]?.message).toBe('检查要点不存在或已停用');
    // What is issued stays, and another company is as it was.
    expect((await readDetail(server, deptTaskId)).points.map(({ pointId }) => pointId)).toEqual([always, dialysis]);
    expect(await points('enabled', 'admin91')).toHaveLength(codes.length);
  });

  test('what was switched by hand stays, whatever the profile says', async () => {
    const turn = async (id: string, enabled: 0 | 1) => expectSuccess(await server.call('switchPoints', { body: { ids: [id], enabled } }, admin));
    expect(await turn(dialysis, 1)).toEqual({ count: 1 });
    expect(await turn(always, 0)).toEqual({ count: 1 });
    expectSuccess(await change({ profile: { ...hospital, level: 3 } }));
    expect([await isOn(dialysis), await isOn(always), await isOn(large), await isOn(filed)]).toEqual([true, false, true, false]);
    expect((await points('disabled')).find(({ id }) => id === always)?.whyOff).toBeNull();
    // Back to what the profile has, and from then on with it.
    await turn(dialysis, 0);
    await turn(always, 1);
    expectSuccess(await change({ profile: { ...hospital, services: ['dialysis'] } }));
    expect([await isOn(dialysis), await isOn(always), await isOn(large)]).toEqual([true, true, false]);
  });

  test('a new library is asked as the profile has it', async () => {
    expectSuccess(await change({ profile: { ...hospital, services: [] } }));
    expect(await isOn(dialysis)).toBe(false);
    await syncCheckLibrary(server.context, { ...withConditions(checkLibraryVersion + 2), items: structuredClone(checkLibrary) });
    await syncCheckLibrary(server.context, withConditions(checkLibraryVersion + 3));
    expect([await isOn(dialysis), await isOn(large), await isOn(always)]).toEqual([false, false, true]);
  });

  test('name and title change with it, are told to everybody, and are recorded', async () => {
    expectSuccess(await change({ compName: '示例市人民医院', siteTitle: '人民医院自查', profile: { ...hospital, beds: 120 } }));
    expect(expectSuccess(await server.call('userInfo', {}, { as: 'staff01' }))).toMatchObject({ compName: '示例市人民医院', siteTitle: '人民医院自查' });
    const { records } = expectSuccess(await server.call('queryAuditPage', { query: { action: 'institution.update', startDate: '2026-01-01', endDate: '2026-12-31' } }, admin));
    expect(records[0]?.summary).toContain('改为 示例市人民医院');
    expect(records[0]?.summary).toContain('床位');
  });

  test('of two who change it at once, the second is told, and a repeated save is not another', async () => {
    const { revision, compName, siteTitle } = await read();
    const body = { compName, siteTitle, revision, profile: { ...hospital, address: '示例路 1 号' } };
    expectSuccess(await server.call('changeInstitution', { body }, admin));
    expectSuccess(await server.call('changeInstitution', { body }, admin));
    expect((await read()).revision).toBe(revision + 1);
    const other = await server.call('changeInstitution', { body: { ...body, profile: { ...hospital, address: '示例路 2 号' } } }, admin);
    expect(other.message).toContain('刚刚被他人修改');
  });

  test.each([
    ['a category that is none', { category: '医院' }],
    ['a service that is none', { services: ['flying'] }],
    ['a service twice', { services: ['dialysis', 'dialysis'] }],
    ['a subject that is none', { subjects: ['29'] }],
    ['too many beds', { beds: 20_001 }],
  ])('refuses %s', async (_, wrong) => {
    const answer = await server.call('previewInstitution', { body: { ...hospital, ...wrong } as InstitutionProfile }, admin);
    expect(answer.code).toBe(code.validation);
  });
});
