/** What is said of entries that wait for the server: pure functions, in the words of somebody on a ward. */
import { DAY_MS } from '#contract/calendar.ts';
import { formatTime, relativeTime } from '@/lib/dates.ts';
import { kindOf } from '@/offline/entries/entry-kinds.ts';
import { isIncomplete, type OutboxEntry } from '@/offline/entries/outbox.ts';
import type { SyncTone } from '@/ui/basics/SyncIcon.tsx';
import { units, wordsOf } from './entry-words.ts';

/** Finer than an entry's state: why it waits, and for whom. */
export type Condition = 'notSaved' | 'conflict' | 'photosMissing' | 'failed' | 'needsLogin' | 'incomplete' | 'retrying' | 'sending' | 'waiting';

/** In the order in which they are told: what needs the person comes first. */
export const conditions: Readonly<Record<Condition, { words: string; tone: SyncTone }>> = {
  notSaved: { words: '未存入本机', tone: 'unqualified' },
  conflict: { words: '有冲突', tone: 'warning' },
  photosMissing: { words: '照片缺失', tone: 'unqualified' },
  failed: { words: '未能上传', tone: 'unqualified' },
  needsLogin: { words: '需要登录', tone: 'warning' },
  incomplete: { words: '缺说明', tone: 'warning' },
  retrying: { words: '稍后重试', tone: 'primary' },
  sending: { words: '正在上传', tone: 'primary' },
  waiting: { words: '待上传', tone: 'primary' },
};
const order = Object.keys(conditions) as Condition[];

export function conditionOf(entry: OutboxEntry, isInMemory: boolean): Condition {
  if (entry.state === 'conflict') return 'conflict';
  if (entry.state === 'failed') return entry.failure === 'photosMissing' ? 'photosMissing' : 'failed';
  if (isInMemory) return 'notSaved';
  if (isIncomplete(entry)) return 'incomplete';
  if (entry.state === 'waiting') return entry.lastError === undefined ? 'waiting' : 'retrying';
  return entry.state;
}

/** Nothing moves on before the person has done something. */
const forPerson: ReadonlySet<Condition> = new Set(['notSaved', 'conflict', 'photosMissing', 'failed', 'incomplete']);
export const needsPerson = (condition: Condition): boolean => forPerson.has(condition);

export interface ShownEntry {
  entry: OutboxEntry;
  condition: Condition;
}

export const shownOf = (entries: readonly OutboxEntry[], isInMemory: (entryId: string) => boolean): ShownEntry[] =>
  entries.map((entry) => ({ entry, condition: conditionOf(entry, isInMemory(entry.id)) }));

/** Entries of one department task, or of one self-correction. */
export interface EntryGroup {
  key: string;
  title: string;
  /** Where they can be put right. */
  path: string;
  /** What needs the person first, then oldest first. */
  entries: ShownEntry[];
}

/** In the order of their oldest entries. */
export function groupsOf(entries: readonly ShownEntry[]): EntryGroup[] {
  const groups = new Map<string, EntryGroup>();
  for (const shown of entries) {
    const { entry } = shown;
    const key = kindOf(entry).groupOf(entry);
    const { title, path } = wordsOf(entry);
    const group = groups.get(key) ?? { key, title: title(entry.taskName === '' ? '未命名任务' : entry.taskName), path: path(key), entries: [] };
    group.entries.push(shown);
    groups.set(key, group);
  }
  for (const group of groups.values()) {
    group.entries.sort((one, other) => Number(needsPerson(other.condition)) - Number(needsPerson(one.condition)));
  }
  return [...groups.values()];
}

/** What entries hold, such as 3 项自查结果、2 张照片. */
export function summaryOf(entries: readonly OutboxEntry[]): string {
  const counts = units.map((unit) => [entries.filter((entry) => wordsOf(entry).unit === unit).length, unit] as const);
  const photos = new Set(entries.flatMap((entry) => entry.photoIds)).size;
  return [...counts, [photos, '张照片'] as const].flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join('、');
}

/** How many are in each condition, what needs the person first; conditions that none is in are left out. */
export function countConditions(entries: readonly ShownEntry[]): { condition: Condition; count: number }[] {
  const counts = new Map<Condition, number>();
  for (const { condition } of entries) counts.set(condition, (counts.get(condition) ?? 0) + 1);
  return order.flatMap((condition) => {
    const count = counts.get(condition);
    return count === undefined ? [] : [{ condition, count }];
  });
}

/** What an entry is about, and what it says. */
export function lineOf(entry: OutboxEntry): { subject: string; value: string } {
  const { name, said } = wordsOf(entry);
  const { content, result, note } = said(entry);
  const photos = entry.photoIds.length > 0 ? ` · ${entry.photoIds.length} 张照片` : '';
  return { subject: content === '' ? name : content, value: `${result}${note === '' ? '' : `：${note}`}${photos}` };
}

/** Why an entry waits, and what to do; empty where its condition says it all. */
export function reasonOf({ entry, condition }: ShownEntry): string {
  switch (condition) {
    case 'notSaved':
      return '手机没有存下这一项，送达服务器前请勿关闭页面。';
    case 'incomplete':
      return wordsOf(entry).whileIncomplete;
    case 'needsLogin':
      return '登录已过期，数据已保存，请重新登录。';
    case 'waiting':
      return wordsOf(entry).whileWaiting;
    default:
      return entry.lastError ?? '';
  }
}

/** True once the last contact is so long ago that everything on this phone may be out of date. */
export const isContactOld = (lastContactAt: number | null, now: Date): boolean => lastContactAt !== null && now.getTime() - lastContactAt >= DAY_MS;

const MINUTE_MS = 60 * 1000;

/** When the server answered last: how long ago, and at what time, so that it stays true on a page that stays open. */
export function contactWords(lastContactAt: number | null, now: Date): string {
  if (lastContactAt === null) return '还没有联系过服务器';
  const at = new Date(lastContactAt).toISOString();
  // Far ahead of the clock: it was noted before the clock was set back, and how long ago nobody knows.
  const isAhead = lastContactAt > now.getTime() + 2 * MINUTE_MS;
  const ago = isAhead ? '' : `${relativeTime(at, new Date(Math.max(lastContactAt, now.getTime())))}，`;
  return `最近一次联系上服务器：${ago}${formatTime(at)}`;
}
