import { declarationType } from '#contract/declaration-type.ts';
import type { Role } from '#contract/roles.ts';
import { declarationsPath, paths } from '@/lib/paths.ts';
import { lazyPage, type LazyPage } from './lazy-page.ts';
import type { GuardedRoute } from './route-access.ts';

export const MENU_GROUPS = [
  { id: 'mytask', path: '/mytask', title: '我的任务' },
  { id: 'taskmanage', path: '/taskmanage', title: '检查管理' },
  { id: 'selfcheckkeshi', path: '/selfcheckkeshi', title: '科室自纠记录' },
  { id: 'comprehensiveinspection', path: '/comprehensiveinspection', title: '统计分析' },
  { id: 'independent', path: '/independent', title: '自主申报' },
  { id: 'law', path: '/law', title: '法律法规' },
  { id: 'system', path: '/system', title: '系统管理' },
] as const;
export type MenuGroupId = (typeof MENU_GROUPS)[number]['id'];

export interface AppRoute extends GuardedRoute {
  /** The screen's name in the specification. */
  name: string;
  /** On the menu, the tab and as the view's heading. */
  title: string;
  group?: MenuGroupId;
  /** Not on the menu. */
  hidden?: true;
  /** Unmounted when another view is shown. */
  neverCached?: true;
  /** Its tab cannot be closed. */
  fixed?: true;
  /** Has buttons of its own at the bottom, which on a phone stand in the place of the navigation: always, or with such a query. */
  hasBottomBar?: true | ((search: string) => boolean);
  /** The list above a detail; by the detail's own path where it is one of several. */
  parent?: string | ((pathname: string) => string);
  /** The detail that this one is a part of, which stands between it and the list; by this one's own path. */
  whole?: (pathname: string) => string;
  page: LazyPage;
}

const everyone: readonly Role[] = ['admin', 'user'];
const admins: readonly Role[] = ['admin'];
const isDeclarationType = (type: string | undefined): boolean => Object.values(declarationType).some((known) => String(known) === type);

const listOfDocument = (pathname: string): string => declarationsPath(Number(pathname.split('/')[2]));

/** The task's own path goes on to that of its department. */
const taskOfDept = (pathname: string): string => pathname.split('/', 4).join('/');

const isEditing = (search: string): boolean => new URLSearchParams(search).has('edit');
/** One screen with seven addresses. */
const declarations = lazyPage(() => import('@/features/declarations/DeclarationsPage.tsx'));

/**
 * Every view of the specification's section 2, and 迟到的填写, 重大问题报告, 公示栏, 法规变动, 离线与同步, 机构档案, 科室要点 and 操作日志 of ours, in the order of the menu; /login,
 * /redirect, /404 and /403 are the guard's.
 */
export const routes: readonly AppRoute[] = [
  { name: 'Home', path: paths.home.path, title: '首页', neverCached: true, fixed: true, page: lazyPage(() => import('@/features/home/HomePage.tsx')) },
  { name: 'UserCenter', path: paths.userCenter.path, title: '个人中心', roles: everyone, hidden: true, page: lazyPage(() => import('@/features/user-center/UserCenterPage.tsx')) },

  { name: 'MyTask', path: paths.myTask.path, title: '我的任务', group: 'mytask', roles: everyone, page: lazyPage(() => import('@/features/my-tasks/MyTaskPage.tsx')) },
  { name: 'ToComplete', path: paths.toComplete.path, title: '完成任务', group: 'mytask', roles: everyone, hidden: true, parent: paths.myTask.path, page: lazyPage(() => import('@/features/my-tasks/ToCompletePage.tsx')) },
  { name: 'SeeTask', path: paths.seeTask.path, title: '查看任务', group: 'mytask', roles: everyone, hidden: true, parent: paths.myTask.path, page: lazyPage(() => import('@/features/my-tasks/SeeTaskPage.tsx')) },
  { name: 'SelfInnovate', path: paths.selfInnovate.path, title: '我的自纠', group: 'mytask', roles: everyone, page: lazyPage(() => import('@/features/self-corrections/SelfInnovatePage.tsx')) },
  { name: 'SelfDeptInfo', path: paths.selfDeptInfo.path, title: '自纠详情', group: 'mytask', roles: everyone, hidden: true, parent: paths.selfInnovate.path, page: lazyPage(() => import('@/features/self-corrections/SelfDeptInfoPage.tsx')) },
  { name: 'ToInnovate', path: paths.toInnovate.path, title: '完成自纠', group: 'mytask', roles: everyone, hidden: true, parent: paths.selfInnovate.path, page: lazyPage(() => import('@/features/self-corrections/ToInnovatePage.tsx')) },

  { name: 'TaskCreate', path: paths.taskCreate.path, title: '下发任务', group: 'taskmanage', roles: admins, hasBottomBar: true, page: lazyPage(() => import('@/features/task-management/TaskCreatePage.tsx')) },
  { name: 'TaskManage', path: paths.taskManage.path, title: '任务列表', group: 'taskmanage', roles: admins, page: lazyPage(() => import('@/features/task-management/TaskManagePage.tsx')) },
  { name: 'ShowTask', path: paths.showTask.path, title: '任务详情', group: 'taskmanage', roles: admins, hidden: true, parent: paths.taskManage.path, page: lazyPage(() => import('@/features/task-management/ShowTaskPage.tsx')) },
  { name: 'DeptInfo', path: paths.deptInfo.path, title: '科室详情', group: 'taskmanage', roles: admins, hidden: true, parent: paths.taskManage.path, whole: taskOfDept, page: lazyPage(() => import('@/features/task-management/DeptInfoPage.tsx')) },
  { name: 'LateWork', path: paths.lateWork.path, title: '迟到的填写', group: 'taskmanage', roles: admins, page: lazyPage(() => import('@/features/task-management/LateWorkPage.tsx')) },

  { name: 'SevereReports', path: paths.severeReports.path, title: '重大问题报告', group: 'taskmanage', roles: admins, page: lazyPage(() => import('@/features/severe-reports/SevereReportsPage.tsx')) },

  { name: 'SelfInspection', path: paths.selfInspection.path, title: '科室自纠记录', group: 'selfcheckkeshi', roles: admins, page: lazyPage(() => import('@/features/correction-records/SelfInspectionPage.tsx')) },
  { name: 'SelfInspectionDetail', path: paths.selfInspectionDetail.path, title: '科室自纠详情', group: 'selfcheckkeshi', roles: admins, hidden: true, parent: paths.selfInspection.path, page: lazyPage(() => import('@/features/correction-records/SelfInspectionDetailPage.tsx')) },

  { name: 'TotalSelfCheck', path: paths.totalCheckStatistics.path, title: '全面自查统计', group: 'comprehensiveinspection', roles: admins, page: lazyPage(() => import('@/features/statistics/TotalSelfCheckPage.tsx')) },
  { name: 'SpecialSelfCheck', path: paths.specialCheckStatistics.path, title: '专项自查统计', group: 'comprehensiveinspection', roles: admins, page: lazyPage(() => import('@/features/statistics/SpecialSelfCheckPage.tsx')) },
  { name: 'DailyCheck', path: paths.dailyCheckStatistics.path, title: '日常自查统计', group: 'comprehensiveinspection', roles: admins, page: lazyPage(() => import('@/features/statistics/DailyCheckPage.tsx')) },
  { name: 'SelfDeclare', path: paths.declarationStatistics.path, title: '自主申报统计', group: 'comprehensiveinspection', roles: admins, page: lazyPage(() => import('@/features/statistics/SelfDeclarePage.tsx')) },

  { name: 'YearPlan', path: paths.yearPlan.path, title: '年度计划', group: 'independent', roles: everyone, hasBottomBar: isEditing, page: declarations },
  { name: 'TeachTrain', path: paths.teachTrain.path, title: '教育培训', group: 'independent', roles: everyone, hasBottomBar: isEditing, page: declarations },
  { name: 'RiskEvaluation', path: paths.riskEvaluation.path, title: '风险评估', group: 'independent', roles: everyone, hasBottomBar: isEditing, page: declarations },
  { name: 'RectificationMeasures', path: paths.rectificationMeasures.path, title: '整改措施', group: 'independent', roles: everyone, hasBottomBar: isEditing, page: declarations },
  { name: 'Publicity', path: paths.publicity.path, title: '定期公示', group: 'independent', roles: everyone, hasBottomBar: isEditing, page: declarations },
  { name: 'AnnualReview', path: paths.annualReview.path, title: '年度总结', group: 'independent', roles: everyone, hasBottomBar: isEditing, page: declarations },
  { name: 'LetterCommitment', path: paths.letterCommitment.path, title: '承诺书', group: 'independent', roles: everyone, hasBottomBar: isEditing, page: declarations },
  { name: 'PublicBoard', path: paths.publicBoard.path, title: '公示栏', group: 'independent', roles: everyone, page: lazyPage(() => import('@/features/public-board/BoardPage.tsx')) },
  { name: 'Document', path: paths.document.path, title: '查看文档', group: 'independent', roles: everyone, hidden: true, accepts: ({ type }) => isDeclarationType(type), parent: listOfDocument, page: lazyPage(() => import('@/features/declarations/DocumentPage.tsx')) },

  { name: 'SelfCheck', path: paths.selfCheck.path, title: '自查指标设定', roles: everyone, page: lazyPage(() => import('@/features/check-library/SelfCheckPage.tsx')) },
  { name: 'Message', path: paths.message.path, title: '通知公告列表', roles: admins, hidden: true, page: lazyPage(() => import('@/features/notices/MessagePage.tsx')) },
  { name: 'Law', path: paths.law.path, title: '法律法规', group: 'law', roles: everyone, page: lazyPage(() => import('@/features/laws/LawPage.tsx')) },
  { name: 'ShowLaw', path: paths.showLaw.path, title: '法规详情', group: 'law', roles: everyone, hidden: true, parent: paths.law.path, page: lazyPage(() => import('@/features/laws/ShowLawPage.tsx')) },
  { name: 'LawChanges', path: paths.lawChanges.path, title: '法规变动', group: 'law', roles: admins, page: lazyPage(() => import('@/features/law-changes/LawChangesPage.tsx')) },
  { name: 'Rewordings', path: paths.rewordings.path, title: '国家库更新', group: 'law', roles: admins, hidden: true, parent: paths.lawChanges.path, page: lazyPage(() => import('@/features/law-changes/RewordingsPage.tsx')) },
  { name: 'LawChange', path: paths.lawChange.path, title: '法规变动详情', group: 'law', roles: admins, hidden: true, parent: paths.lawChanges.path, page: lazyPage(() => import('@/features/law-changes/LawChangePage.tsx')) },

  { name: 'Sync', path: paths.sync.path, title: '离线与同步', roles: everyone, page: lazyPage(() => import('@/features/sync-center/SyncCenterPage.tsx')) },

  { name: 'Office', path: paths.office.path, title: '科室管理', group: 'system', roles: admins, page: lazyPage(() => import('@/features/departments/OfficePage.tsx')) },
  { name: 'DeptPoints', path: paths.deptPoints.path, title: '科室要点', group: 'system', roles: admins, hidden: true, parent: paths.office.path, page: lazyPage(() => import('@/features/departments/DeptPointsPage.tsx')) },
  { name: 'User', path: paths.user.path, title: '人员管理', group: 'system', roles: admins, page: lazyPage(() => import('@/features/staff/UserPage.tsx')) },
  { name: 'Institution', path: paths.institution.path, title: '机构档案', group: 'system', roles: admins, hasBottomBar: true, page: lazyPage(() => import('@/features/institution/InstitutionPage.tsx')) },
  { name: 'Audit', path: paths.audit.path, title: '操作日志', group: 'system', roles: admins, page: lazyPage(() => import('@/features/audit/AuditPage.tsx')) },
];
