// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { syncState } from '@/offline/sending/sync-state.ts';
import { noCounts, type OutboxCounts } from '@/offline/entries/outbox.ts';

const counts = (some: Partial<OutboxCounts>): OutboxCounts => ({ ...noCounts, ...some });

describe('syncState', () => {
  it.each([
    [counts({}), 'online', '全部已送达'],
    [counts({}), 'unknown', '全部已送达'],
    [counts({ waiting: 3 }), 'online', '3 项待上传'],
    [counts({ waiting: 2, sending: 1 }), 'unknown', '3 项待上传'],
    [counts({ waiting: 3 }), 'offline', '离线，已保存在本机'],
    [counts({}), 'offline', '离线，已保存在本机'],
    [counts({ waiting: 3, incomplete: 1 }), 'online', '2 项待上传'],
    [counts({ waiting: 2, incomplete: 2 }), 'online', '2 项缺说明'],
    [counts({ waiting: 2, incomplete: 2 }), 'offline', '离线，已保存在本机'],
    [counts({ needsLogin: 2, waiting: 1 }), 'offline', '需要登录'],
    [counts({ failed: 2, needsLogin: 1 }), 'online', '2 项未能上传'],
    [counts({ conflict: 1, failed: 2 }), 'offline', '1 项有冲突'],
    [counts({ waiting: 1, notSaved: 1 }), 'offline', '1 项未能存入本机'],
  ] as const)('says what needs the person first: %j %s', (given, reachability, words) => {
    expect(syncState(given, reachability, false).words).toBe(words);
  });

  it('tells that sending is under way', () => {
    expect(syncState(counts({ waiting: 2, sending: 1 }), 'online', true).words).toBe('正在上传 3 项');
  });
});
