/** What is said of entries that wait for the server: pure functions, in the words of somebody on a ward. */
import { DAY_MS } from '#contract/calendar.ts';
import { resultLabel } from '#contract/result.ts';
import { formatTime, relativeTime } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { isIncomplete, type OutboxEntry } from '@/offline/entries/outbox.ts';
import type { SyncTone } from '@/ui/basics/SyncIcon.tsx';

/** Finer than an entry's state: why it waits, and for whom. */
export type Condition = 'notSaved' | 'conflict' | 'photosMissing' | 'failed' | 'needsLogin' | 'incomplete' | 'retrying' | 'sending' | 'waiting';

/** In the order in which they are told: what needs the person comes first. */
export const conditions: Readonly<Record<Condition, { words: string; tone: SyncTone }>> = {
  notSaved: { words: '未存入本机', tone: 'unqualified' },
  conflict: { words: '有冲突', tone: 'warning' },
  photosMissing: { words: '照片缺失', tone: 'unqualified' },
  failed: { words: '未能上传', tone: 'unqualified' },
  needsLogin: { words: '需要登录', tone: 'warning' },
  incomplete: { words: '待补充说明', tone: 'warning' },
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
    const key = keyOf(shown.entry);
    const group = groups.get(key) ?? emptyGroup(key, shown.entry);
    group.entries.push(shown);
    groups.set(key, group);
  }
  for (const group of groups.values()) {
    group.entries.sort((one, other) => Number(needsPerson(other.condition)) - Number(needsPerson(one.condition)));
  }
  return [...groups.values()];
}

function emptyGroup(key: string, entry: OutboxEntry): EntryGroup {
  const name = entry.taskName === '' ? '未命名任务' : entry.taskName;
  return isOfCorrection(entry)
    ? { key, title: `自纠 · ${name}`, path: paths.toInnovate.to(key), entries: [] }
    : { key, title: name, path: paths.toComplete.to(key), entries: [] };
}

const isOfCorrection = (entry: OutboxEntry): entry is Extract<OutboxEntry, { kind: 'correction' | 'lateCorrection' }> =>
  entry.kind === 'correction' || entry.kind === 'lateCorrection';

const keyOf = (entry: OutboxEntry): string => (isOfCorrection(entry) ? entry.payload.correctionId : entry.deptTaskId);

/** What entries hold, such as 3 项自查结果、2 张照片. */
export function summaryOf(entries: readonly OutboxEntry[]): string {
  const count = (...kinds: OutboxEntry['kind'][]): number => entries.filter((entry) => kinds.includes(entry.kind)).length;
  const photos = new Set(entries.flatMap((entry) => entry.photoIds)).size;
  return [
    count('answer') > 0 ? `${count('answer')} 项自查结果` : '',
    count('late', 'lateCorrection') > 0 ? `${count('late', 'lateCorrection')} 项迟到的填写` : '',
    count('correction') > 0 ? `${count('correction')} 项整改` : '',
    photos > 0 ? `${photos} 张照片` : '',
    count('submit') > 0 ? '任务提交' : '',
  ]
    .filter((part) => part !== '')
    .join('、');
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
export function wordsOf(entry: OutboxEntry): { subject: string; value: string } {
  const photos = entry.photoIds.length > 0 ? ` · ${entry.photoIds.length} 张照片` : '';
  switch (entry.kind) {
    case 'answer':
    case 'late': {
      const { result, remark } = entry.payload.value;
      return { subject: entry.payload.content, value: `${resultLabel[result]}${remark === '' ? '' : `：${remark}`}${photos}` };
    }
    case 'correction':
    case 'lateCorrection': {
      const { correctedAt, measures } = entry.payload.value;
      return { subject: entry.payload.content, value: `${correctedAt === null ? '待整改' : '已整改'}${measures === '' ? '' : `：${measures}`}${photos}` };
    }
    case 'submit':
      return { subject: '提交任务', value: '' };
  }
}

/** Why an entry waits, and what to do; empty where its condition says it all. */
export function reasonOf({ entry, condition }: ShownEntry): string {
  switch (condition) {
    case 'notSaved':
      return '手机没有存下这一项，送达服务器前请勿关闭页面。';
    case 'incomplete':
      return isOfCorrection(entry) ? '标记已整改要先填写整改措施和责任人，填好后自动上传。' : '不合格要填写说明，填好后自动上传。';
    case 'needsLogin':
      return '登录已过期，数据已保存，请重新登录。';
    case 'waiting':
      if (entry.kind === 'late' || entry.kind === 'lateCorrection') return '将交给管理员处理。';
      return entry.kind === 'submit' ? '等本任务的结果全部送达后自动提交。' : '';
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
