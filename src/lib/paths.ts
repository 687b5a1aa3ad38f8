/**
 * Every screen's path for the router, and `to` for links. Hash mode: an address is `/#` + path.
 */
import type { CorrectionStatus } from '#contract/correction-status.ts';
import { declarationType } from '#contract/declaration-type.ts';
import type { TaskStatus } from '#contract/task-status.ts';

const fixed = <Path extends string>(path: Path) => ({ path, to: (): string => path });
const segment = encodeURIComponent;
/** Of what is given, in the address of a list that begins with it. */
const asked = (query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${segment(value)}`]));
  return given.length === 0 ? '' : `?${given.join('&')}`;
};

export const paths = {
  login: fixed('/login'),
  /** Goes on to the path behind it; shows a view anew. */
  redirect: { path: '/redirect/*', to: (target: string): string => `/redirect${target}` },
  notFound: fixed('/404'),
  forbidden: fixed('/403'),
  home: fixed('/index'),
  userCenter: fixed('/usercenter/usercenter'),

  myTask: fixed('/mytask/index'),
  toComplete: { path: '/mytask/index/:id', to: (id: string): string => `/mytask/index/${segment(id)}` },
  seeTask: {
    path: '/mytask/index/:id/:taskId',
    /** `id` is the department task. */
    to: (id: string, taskId: string): string => `/mytask/index/${segment(id)}/${segment(taskId)}`,
  },
  selfInnovate: fixed('/mytask/self-innovate'),
  selfDeptInfo: {
    path: '/mytask/self-innovate/:id/:taskId',
    to: (id: string, taskId: string): string => `/mytask/self-innovate/${segment(id)}/${segment(taskId)}`,
  },
  toInnovate: { path: '/mytask/self-innovate/:id', to: (id: string): string => `/mytask/self-innovate/${segment(id)}` },

  taskCreate: fixed('/taskmanage/create'),
  taskManage: {
    path: '/taskmanage/index',
    /** Days: tasks whose period touches those between them. */
    to: (query: { status?: TaskStatus; taskType?: string; startDate?: string; endDate?: string } = {}): string => `/taskmanage/index${asked(query)}`,
  },
  lateWork: fixed('/taskmanage/late'),
  showTask: { path: '/taskmanage/index/:id', to: (id: string): string => `/taskmanage/index/${segment(id)}` },
  deptInfo: {
    path: '/taskmanage/index/:id/:deptId',
    to: (id: string, deptId: string): string => `/taskmanage/index/${segment(id)}/${segment(deptId)}`,
  },

  severeReports: fixed('/taskmanage/severe'),

  selfInspection: {
    path: '/selfcheckkeshi/selfinspection',
    to: (query: { status?: CorrectionStatus } = {}): string => `/selfcheckkeshi/selfinspection${asked(query)}`,
  },
  selfInspectionDetail: {
    path: '/selfcheckkeshi/selfinspection/:id',
    to: (id: string): string => `/selfcheckkeshi/selfinspection/${segment(id)}`,
  },

  totalCheckStatistics: fixed('/comprehensiveinspection/totalseldcheck'),
  specialCheckStatistics: fixed('/comprehensiveinspection/specialseldcheck'),
  dailyCheckStatistics: fixed('/comprehensiveinspection/dailycheck'),
  declarationStatistics: fixed('/comprehensiveinspection/selfdeclare'),

  yearPlan: fixed(`/independent/independent/${declarationType.yearPlan}`),
  teachTrain: fixed(`/independent/independent/${declarationType.teachTrain}`),
  riskEvaluation: fixed(`/independent/independent/${declarationType.riskEvaluation}`),
  rectificationMeasures: fixed(`/independent/independent/${declarationType.rectificationMeasures}`),
  publicity: fixed(`/independent/independent/${declarationType.publicity}`),
  annualReview: fixed(`/independent/independent/${declarationType.annualReview}`),
  letterCommitment: fixed(`/independent/independent/${declarationType.letterCommitment}`),
  publicBoard: {
    path: '/independent/board',
    to: (view?: 'opinions'): string => (view === undefined ? '/independent/board' : `/independent/board?view=${view}`),
  },
  document: { path: '/independent/:type/:id', to: (type: number, id: string): string => `/independent/${type}/${segment(id)}` },

  selfCheck: {
    path: '/selfcheck/index',
    /** With `point` at that check point. */
    to: (point = ''): string => (point === '' ? '/selfcheck/index' : `/selfcheck/index?point=${segment(point)}`),
  },
  message: fixed('/message/index'),
  law: {
    path: '/law/index',
    /** With `text` as a search for it in the texts of all laws and in all check points. */
    to: (text = ''): string => (text === '' ? '/law/index' : `/law/index?q=${segment(text)}`),
  },
  showLaw: {
    path: '/law/index/:id',
    /** With `article` at that article, with `find` with that text marked. */
    to: (id: string, place: { article?: number; find?: string } = {}): string => {
      const query = [
        ...(place.article === undefined ? [] : [`article=${place.article}`]),
        ...(place.find === undefined || place.find === '' ? [] : [`find=${segment(place.find)}`]),
      ].join('&');
      return `/law/index/${segment(id)}${query === '' ? '' : `?${query}`}`;
    },
  },
  lawChanges: fixed('/law/changes'),
  rewordings: fixed('/law/changes/library'),
  lawChange: { path: '/law/changes/:id', to: (id: string): string => `/law/changes/${segment(id)}` },
  sync: fixed('/sync/index'),
  institution: fixed('/system/company'),
  /** With the name of a department: its list begins with that. */
  office: { path: '/system/office', to: (deptName?: string): string => `/system/office${asked({ deptName })}` },
  deptPoints: { path: '/system/office/:id', to: (id: string): string => `/system/office/${segment(id)}` },
  /** With an account: its list begins with that. */
  user: { path: '/system/user', to: (account?: string): string => `/system/user${asked({ account })}` },
  audit: fixed('/system/audit'),
} as const;

/** The list of a type of declarations, one of seven paths above; with `edit` its form with that record, or with a new one. */
export const declarationsPath = (type: number, edit?: string): string =>
  `/independent/independent/${type}${edit === undefined ? '' : `?edit=${segment(edit)}`}`;
