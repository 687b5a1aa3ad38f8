import { type DeclarationType, declarationType } from './declaration-type.ts';
import type { TaskType } from './task-status.ts';

/** How often a duty has to be met in a year; `none` asks nothing. */
export const FREQUENCIES = ['none', 'yearly', 'halfYearly', 'quarterly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const frequencyLabel: Record<Frequency, string> = {
  none: '不要求',
  yearly: '每年一次',
  halfYearly: '每半年一次',
  quarterly: '每季度一次',
  monthly: '每月一次',
};

export const DUTY_KEYS = ['overallCheck', 'dailyCheck', 'yearPlan', 'teachTrain', 'publicity', 'annualReview', 'commitment'] as const;
export type DutyKey = (typeof DUTY_KEYS)[number];

/** Checks are asked of every department, declarations of the institution. */
export type DutySource = { taskType: TaskType } | { selfDeclaredType: DeclarationType };

export interface DutyPlan {
  label: string;
  source: DutySource;
  /** What the regulation (国卫监督发〔2020〕18号) asks at least; a company may ask more. */
  frequency: Frequency;
  /** The month at whose end a yearly duty is due; from 13 on it is one of the next year, whose calendar then has it. */
  dueMonth: number;
}

/** What a company is asked for until it sets something else. */
export const dutyPlans: Record<DutyKey, DutyPlan> = {
  overallCheck: { label: '全面自查', source: { taskType: 1 }, frequency: 'yearly', dueMonth: 12 },
  dailyCheck: { label: '日常自查', source: { taskType: 3 }, frequency: 'quarterly', dueMonth: 12 },
  yearPlan: { label: '年度计划', source: { selfDeclaredType: declarationType.yearPlan }, frequency: 'yearly', dueMonth: 3 },
  teachTrain: { label: '教育培训', source: { selfDeclaredType: declarationType.teachTrain }, frequency: 'yearly', dueMonth: 12 },
  publicity: { label: '定期公示', source: { selfDeclaredType: declarationType.publicity }, frequency: 'yearly', dueMonth: 12 },
  annualReview: { label: '年度总结', source: { selfDeclaredType: declarationType.annualReview }, frequency: 'yearly', dueMonth: 12 },
  commitment: { label: '承诺书', source: { selfDeclaredType: declarationType.letterCommitment }, frequency: 'yearly', dueMonth: 12 },
};

/** Whether the regulation lets a company ask for a check no more often than that; of declarations it does not say. */
export const isOftenEnough = (duty: DutyKey, frequency: Frequency): boolean => {
  const { source, frequency: least } = dutyPlans[duty];
  return !('taskType' in source) || FREQUENCIES.indexOf(frequency) >= FREQUENCIES.indexOf(least);
};

/** Whether the same is asked: only a yearly duty has a month that counts. */
export const isSameSetting = (one: Pick<DutyPlan, 'frequency' | 'dueMonth'>, other: Pick<DutyPlan, 'frequency' | 'dueMonth'>): boolean =>
  one.frequency === other.frequency && (one.frequency !== 'yearly' || one.dueMonth === other.dueMonth);

/** In words: 每年一次（11月底前）. */
export const settingWords = ({ frequency, dueMonth }: Pick<DutyPlan, 'frequency' | 'dueMonth'>): string =>
  `${frequencyLabel[frequency]}${frequency === 'yearly' ? `（${dueMonthLabel(dueMonth)}前）` : ''}`;

/** A summary may wait for the first quarter of the next year. */
export const lastDueMonth = (duty: DutyKey): number => (duty === 'annualReview' ? 15 : 12);
export const dueMonthLabel = (month: number): string => (month > 12 ? `次年${month - 12}月底` : `${month}月底`);

/** `notAsked`: before the institution or its departments were there; or not of this department alone. */
export const DUTY_STATES = ['done', 'due', 'overdue', 'upcoming', 'notAsked'] as const;
export type DutyState = (typeof DUTY_STATES)[number];
export const dutyStateLabel: Record<DutyState, string> = {
  done: '已完成',
  due: '待完成',
  overdue: '已逾期',
  upcoming: '未开始',
  notAsked: '不要求',
};
