import { addDays } from '#contract/calendar.ts';
import type { AskedDepartment, DeptPointSwitch } from '#contract/department-points.ts';
import { CORRECT_DAYS_DEFAULT } from '#contract/limits.ts';
import { TASK_TYPES, taskTypeLabel } from '#contract/task-status.ts';
import type { ReissuedTask } from '#contract/task.ts';
import { isDay } from '@/lib/dates.ts';
import { isSameData } from '@/lib/is-same-data.ts';
import { issuedPoints, type PointCategory, pointIdsOf, pointsByDepartment, stillOffered } from './point-selection.ts';

/** What an administrator has typed so far; numbers stay text until they are issued. */
export interface TaskDraft {
  taskType: number;
  taskName: string;
  startDate: string;
  endDate: string;
  correctDays: string;
  remark: string;
}

/** All that the form holds; this is what the phone keeps of it, so its shape carries the version of the rows. */
export interface TaskInput extends TaskDraft {
  /** One for as long as this task was not accepted: a repeated tap must not issue it twice. */
  id: string;
  deptIds: ReadonlySet<string>;
  pointIds: ReadonlySet<string>;
  deptPointIds: ReadonlyMap<string, ReadonlySet<string>>;
  /** 按科室适用: of the chosen points each department gets what it is asked. A form that was kept before, or filled in after a task, may not say. */
  isByDept?: boolean | undefined;
  /** The name of the task that it was filled in after. */
  reissued?: string;
  /** The very sets that 全面自查 has chosen: taken back with the type, as long as nobody has touched them. */
  chosenByItself: { deptIds?: ReadonlySet<string>; pointIds?: ReadonlySet<string> };
}

export const newInput = (id: string, draft: TaskDraft): TaskInput => ({
  ...draft,
  id,
  deptIds: new Set(),
  pointIds: new Set(),
  deptPointIds: new Map(),
  isByDept: true,
  chosenByItself: {},
});

/** A form filled in as a task was issued before, for a period that begins today; a name that told the period tells the new one. */
export function inputAgain(id: string, issued: ReissuedTask, today: string): TaskInput {
  const { taskType, taskName, correctDays, remark } = issued;
  const fresh = newDraft(taskType, today);
  const isSuggested = taskName === suggestName(taskType, issued.startDate);
  return {
    ...newInput(id, { ...fresh, taskName: isSuggested ? fresh.taskName : taskName, correctDays: String(correctDays), remark }),
    deptIds: new Set(issued.deptIds),
    pointIds: new Set(issued.pointIds),
    deptPointIds: new Map(Object.entries(issued.deptPointIds).map(([deptId, own]) => [deptId, new Set(own)])),
    isByDept: undefined,
    reissued: taskName,
  };
}

/**
 * Says of a form that was filled in after a task whether its departments got what applies to them, where that takes fewer
 * lists of their own: a department that is chosen in addition then gets what applies to it, and not what some other one got.
 */
export function sayingByDept(
  input: TaskInput,
  categories: readonly PointCategory[],
  departments: readonly AskedDepartment[],
  switches: readonly DeptPointSwitch[],
  today: string,
): TaskInput {
  const offered = new Set(categories.flatMap(pointIdsOf));
  const chosen = departments.filter(({ id }) => input.deptIds.has(id));
  const lists = new Map(chosen.map(({ id }) => [id, stillOffered(input.deptPointIds.get(id) ?? input.pointIds, offered)]));
  const pointIds = issuedPoints([...lists.keys()], new Set(), lists);
  const applicable = pointsByDepartment(categories, departments, switches, pointIds, today);
  const deptPointIds = new Map([...lists].filter(([id, own]) => !isSameData(own, applicable.get(id))));
  return deptPointIds.size < input.deptPointIds.size ? { ...input, isByDept: true, pointIds, deptPointIds } : { ...input, isByDept: false };
}

/** A draft that could be issued as it stands but for departments and points. */
export function newDraft(taskType: number, today: string): TaskDraft {
  const days = TASK_TYPES.find((type) => type.value === taskType)?.defaultDays ?? 7;
  return {
    taskType,
    taskName: suggestName(taskType, today),
    startDate: today,
    endDate: addDays(today, days - 1),
    correctDays: String(CORRECT_DAYS_DEFAULT),
    remark: '',
  };
}

export const isSameDraft = (one: TaskDraft, other: TaskDraft): boolean =>
  (['taskType', 'taskName', 'startDate', 'endDate', 'correctDays', 'remark'] as const).every((name) => one[name] === other[name]);

/**
 * Changes the type, and with it name and period as far as they are what the type suggested: by the day on which the task
 * begins, since the form may be from an earlier day.
 */
export function changeType(draft: TaskDraft, taskType: number): TaskDraft {
  if (!isDay(draft.startDate)) return { ...draft, taskType };
  const before = newDraft(draft.taskType, draft.startDate);
  const after = newDraft(taskType, draft.startDate);
  return {
    ...draft,
    taskType,
    taskName: draft.taskName === before.taskName ? after.taskName : draft.taskName,
    endDate: draft.endDate === before.endDate ? after.endDate : draft.endDate,
  };
}

/** 日常自查 is asked for once a quarter, 全面自查 once a year: their names say which. */
export function suggestName(taskType: number, today: string): string {
  const [year = '', month = '1'] = today.split('-');
  const quarter = ['一', '二', '三', '四'][Math.floor((Number(month) - 1) / 3)] ?? '一';
  if (taskType === 3) return `${year}年第${quarter}季度${taskTypeLabel(3)}`;
  if (taskType === 1) return `${year}年度${taskTypeLabel(1)}`;
  return `${year}年${Number(month)}月${taskTypeLabel(taskType)}`;
}
