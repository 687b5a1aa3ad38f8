import { describe, expect, it } from 'vitest';
import { permittedRoutes } from '@/app/route-access.ts';
import { routes, type AppRoute } from '@/app/routes.tsx';
import { breadcrumbOf, buildMenu, menuPathOf, topMenuCount } from '@/app/shell/menu.ts';

const routeAt = (path: string): AppRoute => {
  const route = routes.find((one) => one.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  return route;
};

describe('buildMenu', () => {
  it('gives an administrator every group', () => {
    expect(buildMenu(permittedRoutes(routes, ['admin'])).map((entry) => [entry.title, entry.children.map((child) => child.title)])).toEqual([
      ['首页', []],
      ['我的任务', ['我的任务', '我的自纠']],
      ['检查管理', ['下发任务', '任务列表', '迟到的填写', '重大问题报告']],
      ['科室自纠记录', []],
      ['统计分析', ['全面自查统计', '专项自查统计', '日常自查统计', '自主申报统计']],
      ['自主申报', ['年度计划', '教育培训', '风险评估', '整改措施', '定期公示', '年度总结', '承诺书', '公示栏']],
      ['自查指标设定', []],
      ['法律法规', ['法律法规', '法规变动']],
      ['离线与同步', []],
      ['系统管理', ['科室管理', '人员管理', '机构档案', '操作日志']],
    ]);
  });

  it('gives a user what a user may open', () => {
    expect(buildMenu(permittedRoutes(routes, ['user'])).map((entry) => entry.title)).toEqual(['首页', '我的任务', '自主申报', '自查指标设定', '法律法规', '离线与同步']);
  });
});

describe('topMenuCount', () => {
  it('is a third of the width, 85 pixels each', () => {
    expect(topMenuCount(1440)).toBe(5);
    expect(topMenuCount(1920)).toBe(7);
    expect(topMenuCount(1274)).toBe(4);
    expect(topMenuCount(1275)).toBe(5);
    expect(topMenuCount(992)).toBe(3);
  });
});

describe('breadcrumbOf', () => {
  const titles = (path: string, pathname = path) => breadcrumbOf(routeAt(path), routes, pathname).map((step) => step.title);

  it('tells group, list and detail', () => {
    expect(titles('/taskmanage/index/:id')).toEqual(['首页', '检查管理', '任务列表', '任务详情']);
    expect(titles('/law/index')).toEqual(['首页', '法律法规']);
    expect(titles('/index')).toEqual(['首页']);
  });

  it('does not say a name twice where group and list share it', () => {
    expect(titles('/mytask/index')).toEqual(['首页', '我的任务']);
    expect(titles('/mytask/index/:id')).toEqual(['首页', '我的任务', '完成任务']);
  });

  it('names the list of several that a document belongs to', () => {
    expect(titles('/independent/:type/:id', '/independent/4/a')).toEqual(['首页', '自主申报', '定期公示', '查看文档']);
  });

  it('tells the task between the list and one of its departments', () => {
    expect(breadcrumbOf(routeAt('/taskmanage/index/:id/:deptId'), routes, '/taskmanage/index/a%2Fb/c').slice(1)).toEqual([
      { title: '检查管理' },
      { title: '任务列表', path: '/taskmanage/index' },
      { title: '任务详情', path: '/taskmanage/index/a%2Fb' },
      { title: '科室详情' },
    ]);
  });

  it('links what can be opened', () => {
    expect(breadcrumbOf(routeAt('/taskmanage/index/:id'), routes, '/taskmanage/index/a')[2]).toEqual({ title: '任务列表', path: '/taskmanage/index' });
  });
});

describe('menuPathOf', () => {
  it('keeps the list marked while a detail is shown', () => {
    expect(menuPathOf(routeAt('/mytask/index/:id/:taskId'), '/mytask/index/a/b')).toBe('/mytask/index');
    expect(menuPathOf(routeAt('/law/index'), '/law/index')).toBe('/law/index');
    expect(menuPathOf(routeAt('/independent/:type/:id'), '/independent/6/a')).toBe('/independent/independent/6');
  });
});
