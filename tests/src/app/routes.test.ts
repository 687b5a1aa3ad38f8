import { describe, expect, it } from 'vitest';
import { MENU_GROUPS, routes } from '@/app/routes.tsx';
import { paths } from '@/lib/paths.ts';

const both = ['admin', 'user'];
const admin = ['admin'];

/** The table of the specification's section 2: path with `:` for parameters, roles, hidden. */
const specification: [path: string, roles: string[] | undefined, isHidden: boolean][] = [
  ['/index', undefined, false],
  ['/usercenter/usercenter', both, true],
  ['/mytask/index', both, false],
  ['/mytask/index/:id', both, true],
  ['/mytask/index/:id/:taskId', both, true],
  ['/mytask/self-innovate', both, false],
  ['/mytask/self-innovate/:id/:taskId', both, true],
  ['/mytask/self-innovate/:id', both, true],
  ['/taskmanage/create', admin, false],
  ['/taskmanage/index', admin, false],
  ['/taskmanage/index/:id', admin, true],
  ['/taskmanage/index/:id/:deptId', admin, true],
  ['/selfcheckkeshi/selfinspection', admin, false],
  ['/selfcheckkeshi/selfinspection/:id', admin, true],
  ['/comprehensiveinspection/totalseldcheck', admin, false],
  ['/comprehensiveinspection/specialseldcheck', admin, false],
  ['/comprehensiveinspection/dailycheck', admin, false],
  ['/comprehensiveinspection/selfdeclare', admin, false],
  ['/independent/independent/0', both, false],
  ['/independent/independent/1', both, false],
  ['/independent/independent/2', both, false],
  ['/independent/independent/3', both, false],
  ['/independent/independent/4', both, false],
  ['/independent/independent/5', both, false],
  ['/independent/independent/6', both, false],
  ['/independent/:type/:id', both, true],
  ['/selfcheck/index', both, false],
  ['/message/index', admin, true],
  ['/law/index', both, false],
  ['/law/index/:id', both, true],
  ['/system/office', admin, false],
  ['/system/user', admin, false],
];

/** Views beyond the specification. */
const ours: typeof specification = [
  ['/taskmanage/late', admin, false],
  ['/taskmanage/severe', admin, false],
  ['/independent/board', both, false],
  ['/law/changes', admin, false],
  ['/law/changes/library', admin, true],
  ['/law/changes/:id', admin, true],
  ['/sync/index', both, false],
  ['/system/audit', admin, false],
  ['/system/company', admin, false],
  ['/system/office/:id', admin, true],
];

describe('routes', () => {
  it('are those of the specification, with their roles, and hidden where it hides them', () => {
    const isOurs = (path: string) => ours.some(([own]) => own === path);
    expect(routes.filter(({ path }) => !isOurs(path)).map((route) => [route.path, route.roles, route.hidden === true])).toEqual(specification);
  });

  it('are besides those of ours', () => {
    for (const [path, roles, isHidden] of ours) expect(routes.find((route) => route.path === path), path).toMatchObject({ roles, ...(isHidden && { hidden: true }) });
  });

  it('have a title each, and distinct names', () => {
    for (const route of routes) expect(route.title, route.path).toMatch(/^\p{Script=Han}+$/u);
    expect(new Set(routes.map((route) => route.name)).size).toBe(routes.length);
  });

  it('keep home fixed and never cached, and nothing else', () => {
    expect(routes.filter((route) => route.fixed).map((route) => route.path)).toEqual(['/index']);
    expect(routes.filter((route) => route.neverCached).map((route) => route.path)).toEqual(['/index']);
  });

  it('name the titles that the specification names', () => {
    const titleOf = (path: string) => routes.find((route) => route.path === path)?.title;
    expect(titleOf('/index')).toBe('首页');
    expect(titleOf('/selfcheck/index')).toBe('自查指标设定');
    expect(titleOf('/message/index')).toBe('通知公告列表');
    expect(titleOf('/system/office')).toBe('科室管理');
    expect(titleOf('/system/user')).toBe('人员管理');
    expect([0, 1, 2, 3, 4, 5, 6].map((type) => titleOf(`/independent/independent/${type}`))).toEqual([
      '年度计划', '教育培训', '风险评估', '整改措施', '定期公示', '年度总结', '承诺书',
    ]);
  });

  it('stand in the groups that their paths begin with', () => {
    expect(MENU_GROUPS.map(({ path, title }) => [path, title])).toEqual([
      ['/mytask', '我的任务'],
      ['/taskmanage', '检查管理'],
      ['/selfcheckkeshi', '科室自纠记录'],
      ['/comprehensiveinspection', '统计分析'],
      ['/independent', '自主申报'],
      ['/law', '法律法规'],
      ['/system', '系统管理'],
    ]);
    for (const route of routes) {
      const group = MENU_GROUPS.find(({ path }) => route.path.startsWith(`${path}/`));
      expect(route.group, route.path).toBe(group?.id);
    }
  });

  it('have their lists above their details', () => {
    for (const { path, parent } of routes) {
      if (typeof parent !== 'string') continue;
      expect(routes.some((other) => other.path === parent && !other.hidden), path).toBe(true);
      expect(path.startsWith(`${parent}/`), path).toBe(true);
    }
  });
});

describe('paths', () => {
  it('link to routes that exist', () => {
    const shellPaths = ['/login', '/redirect/*', '/404', '/403'];
    const routed = routes.map((route) => route.path);
    expect(Object.values(paths).map(({ path }) => path).sort()).toEqual([...routed, ...shellPaths].sort());
  });

  it('encode what they are given', () => {
    expect(paths.toComplete.to('a/b c')).toBe('/mytask/index/a%2Fb%20c');
    expect(paths.seeTask.to('a', 'b')).toBe('/mytask/index/a/b');
    expect(paths.document.to(3, 'x')).toBe('/independent/3/x');
    expect(paths.redirect.to('/law/index')).toBe('/redirect/law/index');
  });
});
