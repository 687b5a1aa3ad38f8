import type { OutboxCounts } from '@/offline/entries/outbox.ts';
import type { Reachability } from '@/offline/network/reachability.ts';

export interface SyncState {
  tone: 'neutral' | 'primary' | 'qualified' | 'unqualified' | 'warning';
  words: string;
}

/**
 * Whether everything has reached the server, in a few words; what needs the person comes first. Only what is half written
 * does not push itself before what is on its way: the person is at it.
 */
export function syncState(counts: OutboxCounts, reachability: Reachability, isSending: boolean): SyncState {
  const waiting = counts.waiting - counts.incomplete + counts.sending;
  if (counts.notSaved > 0) return { tone: 'unqualified', words: `${counts.notSaved} 项未能存入本机` };
  if (counts.conflict > 0) return { tone: 'warning', words: `${counts.conflict} 项有冲突` };
  if (counts.failed > 0) return { tone: 'unqualified', words: `${counts.failed} 项未能上传` };
  if (counts.needsLogin > 0) return { tone: 'warning', words: '需要登录' };
  if (reachability === 'offline') return { tone: 'neutral', words: '离线，已保存在本机' };
  if (waiting > 0) return { tone: 'primary', words: isSending ? `正在上传 ${waiting} 项` : `${waiting} 项待上传` };
  if (counts.incomplete > 0) return { tone: 'warning', words: `${counts.incomplete} 项缺说明` };
  return { tone: 'qualified', words: '全部已送达' };
}
