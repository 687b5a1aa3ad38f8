import type { Law } from '#contract/law.ts';
import { isAhead, LAW_STATUSES, lawStatusLabel, type LawStatus } from '#contract/law-status.ts';
import type { Page } from '#contract/paging.ts';

export interface LawFilter {
  title: string;
  lawType: string;
  enactDept: string;
  /** As its tag says: what is `ahead` is not 现行有效. */
  status: LawStatus | 'ahead' | '';
}

export const noFilter: LawFilter = { title: '', lawType: '', enactDept: '', status: '' };

export const statusChoices: readonly Choice[] = [
  ...LAW_STATUSES.map((status) => ({ value: status, label: lawStatusLabel[status] })),
  { value: 'ahead', label: '尚未施行' },
];

/** Here, because it has to work without a network too. @param day in Shanghai */
export function filterLaws(laws: readonly Law[], { title, lawType, enactDept, status }: LawFilter, day: string): Law[] {
  const wanted = title.trim().toLowerCase();
  return laws.filter(
    (law) =>
      (wanted === '' || law.title.toLowerCase().includes(wanted)) &&
      (lawType === '' || law.lawType === lawType) &&
      (enactDept === '' || law.enactDept === enactDept) &&
      (status === '' || (isAhead(law, day) ? 'ahead' : law.status) === status),
  );
}

/** A page that is no longer there gives way to the last one. */
export function pageOfLaws(laws: readonly Law[], { pageNum, pageSize }: { pageNum: number; pageSize: number }): Page<Law> {
  const last = Math.max(1, Math.ceil(laws.length / pageSize));
  const shown = Math.min(pageNum, last);
  return { records: laws.slice((shown - 1) * pageSize, shown * pageSize), total: laws.length, pageNum: shown, pageSize };
}

interface Choice {
  value: string;
  label: string;
}

interface Counted extends Choice {
  count: number;
}

/** Choices of a dictionary; without one, as on a phone that never had a network for it, those of the laws themselves. */
export function choicesOf(dictionary: readonly Counted[] | undefined, values: readonly string[]): Choice[] {
  if (dictionary !== undefined) return dictionary.map(({ value, label, count }) => ({ value, label: `${label}（${count}）` }));
  return [...new Set(values)].filter((value) => value !== '').map((value) => ({ value, label: value }));
}
