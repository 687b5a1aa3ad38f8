import type { Basis } from '#contract/check-point.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { articleLabel } from '@/lib/text/article-label.ts';
import { foldText, termsOf } from '@/lib/text/fold-text.ts';
import type { LocalAnswer, MergedAnswer } from '@/offline/entries/answers.ts';
import { pointMarks } from '@/parts/points/point-marks.ts';

/** How a point stands on this phone. */
export interface PointState {
  /** Null where nobody has answered. */
  answer: MergedAnswer | null;
  saveState: LocalAnswer['saveState'] | null;
}
export type StateOf = (point: DeptTaskPoint) => PointState;

export const hasFailedLast = ({ lastAnswer }: Pick<DeptTaskPoint, 'lastAnswer'>): boolean => lastAnswer?.result === 'unqualified';

/** A 不合格 without its remark counts as open: the server would refuse it. */
export const isAnswered = (state: PointState): boolean => state.answer?.isComplete === true;

export const POINT_FILTERS = ['all', 'unanswered', 'incomplete', 'unqualified', 'notApplicable', 'lastFailed', 'withPhotos', 'conflict', 'returned'] as const;
export type PointFilterKind = (typeof POINT_FILTERS)[number];
export const pointFilterLabel: Record<PointFilterKind, string> = {
  all: '全部',
  unanswered: '未查',
  incomplete: '缺说明',
  unqualified: '不合格',
  notApplicable: '不适用',
  lastFailed: '上次不合格',
  withPhotos: '有照片',
  conflict: '有冲突',
  returned: '有退回意见',
};

const filters: Record<PointFilterKind, (state: PointState, point: DeptTaskPoint) => boolean> = {
  all: () => true,
  unanswered: (state) => !isAnswered(state),
  incomplete: (state) => state.answer?.isComplete === false,
  // As the counts of the task have it: what lacks its remark is neither.
  unqualified: (state) => isAnswered(state) && state.answer?.result === 'unqualified',
  notApplicable: (state) => isAnswered(state) && state.answer?.result === 'notApplicable',
  lastFailed: (_state, point) => hasFailedLast(point),
  withPhotos: (state) => (state.answer?.photos.length ?? 0) > 0,
  conflict: (state) => state.saveState === 'conflict',
  returned: (_state, point) => point.returnRemark !== null,
};

export interface PointFilter {
  kind: PointFilterKind;
  /** Words that all have to occur in the point. */
  text: string;
}
export const noFilter: PointFilter = { kind: 'all', text: '' };

/** The points that pass the filter, in their order. */
export function filterPoints(points: readonly DeptTaskPoint[], filter: PointFilter, stateOf: StateOf): DeptTaskPoint[] {
  const words = termsOf(filter.text);
  const passes = filters[filter.kind];
  return points.filter((point) => passes(stateOf(point), point) && hasWords(point, words));
}

function hasWords(point: DeptTaskPoint, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  // Once for all keys: each looks through a thousand points.
  const text = texts.get(point) ?? searchedText(point);
  texts.set(point, text);
  return words.every((word) => text.includes(word));
}

const texts = new WeakMap<DeptTaskPoint, string>();
const searchedText = ({ categoryName, itemName, content, expected, method, basis, furtherBases = [], mark }: DeptTaskPoint): string =>
  foldText([categoryName, itemName, content, expected, method, ...[basis, ...furtherBases].map(citation), mark ? Object.values(pointMarks[mark]).join('') : ''].join('\n'));

/** An article as the card has it, and in figures, as people type it. */
const citation = ({ law, article }: Basis): string => `${law}${articleLabel(article)}\n${law}第${article}条`;

/** The first open point behind `afterId`, from the start again when there is none; undefined when all are answered. */
export const nextUnanswered = (points: readonly DeptTaskPoint[], afterId: string | undefined, stateOf: StateOf): DeptTaskPoint | undefined =>
  nextPoint(points, afterId, (point) => !isAnswered(stateOf(point)));

/** As `nextUnanswered`, of those that pass. */
export function nextPoint(points: readonly DeptTaskPoint[], afterId: string | undefined, passes: (point: DeptTaskPoint) => boolean): DeptTaskPoint | undefined {
  const start = points.findIndex((point) => point.pointId === afterId) + 1;
  return points.slice(start).find(passes) ?? points.slice(0, start).find(passes);
}

export interface PointCategory {
  id: string;
  name: string;
  points: DeptTaskPoint[];
}

/** Points by category, in the order in which the categories first occur. */
export function groupByCategory(points: readonly DeptTaskPoint[]): PointCategory[] {
  const categories = new Map<string, PointCategory>();
  for (const point of points) {
    const category = categories.get(point.categoryId);
    if (category) category.points.push(point);
    else categories.set(point.categoryId, { id: point.categoryId, name: point.categoryName, points: [point] });
  }
  return [...categories.values()];
}
