import { addDays, daysBetween } from '#contract/calendar.ts';
import type { TaskType } from '#contract/task-status.ts';
import type { DemonstrationDept } from './hospitals.ts';
import type { Random } from './random.ts';

/** How far a department came with its part of a task. Days are of Shanghai, and in the past. */
export type Outcome =
  | { kind: 'untouched' }
  | { kind: 'partial'; share: number; lastDay: string }
  | { kind: 'submitted'; on: string; leastFailures?: number }
  /** Submitted, given back, and not touched since. */
  | { kind: 'returned'; on: string; returnedOn: string }
  /** Submitted, given back, and submitted again. */
  | { kind: 'resubmitted'; on: string; returnedOn: string; again: string };

export interface PlannedTask {
  taskName: string;
  taskType: TaskType;
  startDate: string;
  endDate: string;
  issuedOn: string;
  correctDays: number;
  remark: string;
  cancelled?: { on: string; reason: string };
  /** So many points of these categories of the library; without them each department has all that it is asked. */
  drawn?: { categories: readonly number[]; pointCount: number };
  takesPart: (dept: DemonstrationDept) => boolean;
  outcomeOf: (dept: DemonstrationDept) => Outcome;
}

const everyDept = (): boolean => true;
const wards = (dept: DemonstrationDept): boolean => dept.isClinical;
const named =
  (...names: string[]) =>
  (dept: DemonstrationDept): boolean =>
    names.includes(dept.deptName);
/** All but offices that have nothing to do with patients' rooms. */
const makesWaste = (dept: DemonstrationDept): boolean => !named('设备科', '信息科')(dept);
const untouched: Outcome = { kind: 'untouched' };

/** Tasks of the big hospital: a year of them, and those that run today. */
export function planFirstHospital(today: string, random: Random): PlannedTask[] {
  const day = (offset: number): string => addDays(today, offset);
  const yesterday = day(-1);
  const closed = (task: { startDate: string; endDate: string }, exceptions: Record<string, Outcome> = {}) => closedOutcome(task, random, exceptions);
  const plan: PlannedTask[] = [];

  for (const month of monthsBefore(today, 12)) {
    const period = { startDate: addDays(month.firstDay, 4), endDate: addDays(month.firstDay, 10) };
    plan.push({
      ...task(`${month.year}年${month.month}月病区日常自查`, 3, period),
      drawn: { categories: [3, 5, 6, 11], pointCount: 10 },
      takesPart: wards,
      outcomeOf: closed(period),
    });
  }
  for (const [index, quarter] of quartersBefore(today, 4).entries()) {
    const period = { startDate: addDays(quarter.firstDay, 45), endDate: addDays(quarter.firstDay, 54) };
    plan.push({
      ...task(quarterName(quarter), 3, period),
      remark: '各科室对照要点逐项自查，不合格项当场拍照并写明问题。',
      drawn: { categories: [1, 2, 3, 5, 6, 11, 12], pointCount: 24 },
      takesPart: everyDept,
      outcomeOf: closed(period, index === 1 ? { 信息科: untouched } : {}),
    });
  }

  const yearly = { startDate: day(-205), endDate: day(-176) };
  plan.push({
    ...task(`${halfYear(yearly.startDate)}依法执业全面自查`, 1, yearly),
    correctDays: 30,
    remark: '按《医疗机构依法执业自查管理办法》开展，覆盖全部自查内容。',
    takesPart: everyDept,
    outcomeOf: closed(yearly, {
      心身医学科: { kind: 'resubmitted', on: day(-190), returnedOn: day(-188), again: day(-183) },
      设备科: { kind: 'submitted', on: day(-174) },
    }),
  });

  const special = (name: string, from: number, to: number, categories: number[], pointCount: number, takesPart: PlannedTask['takesPart'], exceptions: Record<string, Outcome> = {}): PlannedTask => {
    const period = { startDate: day(from), endDate: day(to) };
    return { ...task(name, 2, period), drawn: { categories, pointCount }, takesPart, outcomeOf: closed(period, exceptions) };
  };
  plan.push(
    special('医疗废物管理专项自查', -320, -307, [6], 18, makesWaste),
    special('特殊管理药品与合理用药专项自查', -262, -249, [3], 22, (dept) => dept.isClinical || dept.deptName === '药剂科'),
    special('放射诊疗防护专项自查', -150, -137, [8], 24, named('医学影像科', '口腔科', '设备科', '预防保健科')),
    special('医疗文书与处方专项自查', -118, -105, [11], 18, wards, { 口腔科: { kind: 'submitted', on: day(-99) } }),
    {
      ...special('医务人员执业资质专项自查', -92, -79, [2], 20, everyDept),
      cancelled: { on: day(-90), reason: '与上级主管部门的专项检查合并开展，另行通知。' },
      outcomeOf: (dept) => (named('内科', '护理部')(dept) ? { kind: 'partial', share: 0.4, lastDay: day(-91) } : untouched),
    },
    special('医疗质量与患者安全专项自查', -60, -47, [5], 22, (dept) => dept.isClinical || dept.deptName === '护理部', { 外科: { kind: 'submitted', on: day(-44) } }),
    special('传染病防治与院感控制专项自查', -20, -7, [6], 24, makesWaste, {
      内科: { kind: 'submitted', on: day(-9) },
      口腔科: { kind: 'partial', share: 0.6, lastDay: day(-8) },
      消毒供应中心: untouched,
      后勤保障科: untouched,
      儿科: { kind: 'submitted', on: day(-5) },
    }),
    special('抢救设备与急救药品专项自查', -12, -3, [3, 5], 20, wards, {
      内科: { kind: 'submitted', on: day(-5), leastFailures: 3 },
      麻醉手术科: { kind: 'partial', share: 0.5, lastDay: day(-4) },
      眼耳鼻喉科: untouched,
      外科: { kind: 'returned', on: day(-6), returnedOn: day(-4) },
    }),
  );

  const running = (offset: number): { startDate: string; endDate: string } => ({ startDate: day(offset), endDate: day(offset + 14) });
  const quarterly = running(-2);
  const thisQuarter = quarterOf(today);
  plan.push(
    {
      ...task(quarterName(thisQuarter), 3, quarterly),
      remark: '各科室对照要点逐项自查，不合格项当场拍照并写明问题。',
      drawn: { categories: [1, 2, 3, 5, 6, 11, 12], pointCount: 20 },
      takesPart: everyDept,
      outcomeOf: openOutcome(random, yesterday, { submitted: ['护理部', '药剂科'], partial: ['急诊科', '检验科', '外科'] }),
    },
    {
      ...task(`${halfYear(today)}依法执业全面自查`, 1, { startDate: day(-6), endDate: day(23) }),
      correctDays: 30,
      remark: '按《医疗机构依法执业自查管理办法》开展，覆盖全部自查内容。',
      takesPart: everyDept,
      outcomeOf: openOutcome(random, yesterday, { submitted: ['输血科', '病理科'], partial: ['外科', '妇产科', '急诊科', '医务科', '检验科', '中医科', '感染性疾病科'] }),
    },
    {
      ...task('医保基金使用与投诉纠纷处理专项自查', 2, { startDate: day(10), endDate: day(23) }),
      issuedOn: yesterday,
      drawn: { categories: [12], pointCount: 18 },
      takesPart: wards,
      outcomeOf: () => untouched,
    },
  );
  return plan;
}

/** The second hospital shows that nothing crosses from one to the other; it has a little of everything. */
export function planSecondHospital(today: string, random: Random): PlannedTask[] {
  const day = (offset: number): string => addDays(today, offset);
  const plan: PlannedTask[] = [];
  for (const quarter of quartersBefore(today, 2)) {
    const period = { startDate: addDays(quarter.firstDay, 40), endDate: addDays(quarter.firstDay, 49) };
    plan.push({
      ...task(quarterName(quarter), 3, period),
      drawn: { categories: [2, 3, 5, 6, 11], pointCount: 20 },
      takesPart: everyDept,
      outcomeOf: closedOutcome(period, random, {}),
    });
  }
  const chineseMedicine = { startDate: day(-18), endDate: day(-5) };
  const quarterly = { startDate: day(-2), endDate: day(11) };
  const thisQuarter = quarterOf(today);
  plan.push(
    {
      ...task('中医药服务专项自查', 2, chineseMedicine),
      drawn: { categories: [10], pointCount: 15 },
      takesPart: named('内科', '针灸推拿科', '骨伤科', '中药房'),
      outcomeOf: closedOutcome(chineseMedicine, random, { 中药房: untouched }),
    },
    {
      ...task(quarterName(thisQuarter), 3, quarterly),
      drawn: { categories: [2, 3, 5, 6, 11], pointCount: 20 },
      takesPart: everyDept,
      outcomeOf: openOutcome(random, day(-1), { submitted: ['护理部'], partial: ['急诊科'] }),
    },
  );
  return plan;
}

/** A clinic asks itself everything at once; its people are few. */
export function planClinic(today: string, random: Random): PlannedTask[] {
  const day = (offset: number): string => addDays(today, offset);
  const before = { startDate: day(-190), endDate: day(-177) };
  return [
    { ...task(`${halfYear(before.startDate)}依法执业全面自查`, 1, before), takesPart: everyDept, outcomeOf: closedOutcome(before, random, {}) },
    { ...task(`${halfYear(today)}依法执业全面自查`, 1, { startDate: day(-3), endDate: day(10) }), takesPart: everyDept, outcomeOf: () => ({ kind: 'partial', share: 0.3, lastDay: day(-1) }) },
  ];
}

const task = (taskName: string, taskType: TaskType, period: { startDate: string; endDate: string }) => ({
  taskName,
  taskType,
  ...period,
  issuedOn: addDays(period.startDate, -3),
  correctDays: 15,
  remark: '',
});

/** A period that is over: nearly everybody submitted in time, a few after it. */
function closedOutcome({ startDate, endDate }: { startDate: string; endDate: string }, random: Random, exceptions: Record<string, Outcome>): PlannedTask['outcomeOf'] {
  const length = daysBetween(startDate, endDate);
  return (dept) => {
    const exception = exceptions[dept.deptName];
    if (exception !== undefined) return exception;
    const isLate = dept.deptName !== '内科' && random.chance(0.07);
    return { kind: 'submitted', on: isLate ? addDays(endDate, random.between(1, 2)) : addDays(startDate, random.between(1, length)) };
  };
}

/** A period that runs: whom the plan does not name has not begun. */
function openOutcome(random: Random, yesterday: string, { submitted, partial }: { submitted: string[]; partial: string[] }): PlannedTask['outcomeOf'] {
  return (dept) => {
    if (submitted.includes(dept.deptName)) return { kind: 'submitted', on: yesterday };
    if (partial.includes(dept.deptName)) return { kind: 'partial', share: random.between(2, 8) / 10, lastDay: yesterday };
    return untouched;
  };
}

const halfYear = (day: string): string => `${day.slice(0, 4)}年${Number(day.slice(5, 7)) <= 6 ? '上' : '下'}半年`;
const firstDayOf = (year: number, month: number): string => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);

/** Whole months before the one of `today`, the earliest first. */
function monthsBefore(today: string, count: number): { year: number; month: number; firstDay: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const firstDay = firstDayOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - count + index);
    return { year: Number(firstDay.slice(0, 4)), month: Number(firstDay.slice(5, 7)), firstDay };
  });
}

const quarterOf = (day: string): { year: number; quarter: number } => ({ year: Number(day.slice(0, 4)), quarter: Math.ceil(Number(day.slice(5, 7)) / 3) });

/** As the form names a 日常自查 by itself. */
const quarterName = ({ year, quarter }: { year: number; quarter: number }): string => `${year}年第${'一二三四'.charAt(quarter - 1)}季度日常自查`;

/** Whole quarters before the one of `today`, the earliest first. */
function quartersBefore(today: string, count: number): { year: number; quarter: number; firstDay: string }[] {
  const current = quarterOf(today);
  return Array.from({ length: count }, (_, index) => {
    const firstDay = firstDayOf(current.year, (current.quarter - 1 - count + index) * 3 + 1);
    return { ...quarterOf(firstDay), firstDay };
  });
}
