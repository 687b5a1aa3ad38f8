import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MyNotice, MyNotices } from '#contract/notice.ts';
import { addedNotice, readBell } from '../../server/support/notice-fixture.ts';
import { type Backend, startBackend } from '../offline/backend.ts';

/** Loaded once there is a page that they can find. */
const loadPage = async () => ({
  ...(await import('@/offline/reading/notice-reads.ts')),
  ...(await import('@/queries/notice-queries.ts')),
  ...(await import('@/queries/client/query-client.ts')),
  ...(await import('@/session/session-store.ts')),
});
let backend: Backend;
let page: Awaited<ReturnType<typeof loadPage>>;
beforeAll(async () => {
  backend = await startBackend();
  page = await loadPage();
});
afterAll(() => backend.stop());

const notice = (id: string, minute: number, isRead = false): MyNotice => ({
  id,
  kind: 'manual',
  title: id,
  body: '',
  publisher: '系统',
  taskId: null,
  objectId: null,
  publishedAt: `2026-06-15T02:0${minute}:00.000Z`,
  isRead,
});
const pageOf = (records: MyNotice[], unreadCount: number) => ({ records, total: 30, pageNum: 1, pageSize: 20, unreadCount });
const nothing = { ids: [], until: '' };

describe('what was read on this device', () => {
  const records = [notice('c', 3), notice('b', 2), notice('a', 1, true)];

  it('is laid over what the server said last', () => {
    const read = (reads: { ids: string[]; until: string }) => page.withReads(records, reads).map(({ isRead }) => isRead);
    expect(read(nothing)).toEqual([false, false, true]);
    expect(read({ ids: ['b'], until: '' })).toEqual([false, true, true]);
    expect(read({ ids: [], until: '2026-06-15T02:02:00.000Z' })).toEqual([false, true, true]);
  });

  it('counts down, with those that stand on later pages', () => {
    expect(page.unreadCountOf(pageOf(records, 7), nothing)).toBe(7);
    expect(page.unreadCountOf(pageOf(records, 7), { ids: ['c'], until: '' })).toBe(6);
    expect(page.unreadCountOf(pageOf(records, 7), { ids: [], until: '2026-06-15T02:02:00.000Z' })).toBe(1);
    expect(page.unreadCountOf(pageOf(records, 7), { ids: [], until: '2026-06-15T02:03:00.000Z' })).toBe(0);
    expect(page.unreadCountOf(pageOf([], 0), nothing)).toBe(0);
  });
});

describe('with the real server', () => {
  let account: string;
  let now: number;
  let load: () => Promise<MyNotices>;
  beforeEach(async () => {
    const session = await backend.signIn('staff01');
    account = session.user.employeeId;
    page.storeSession(session);
    now = Date.now();
    const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
    load = () => client.fetchQuery({ ...page.myNoticesOptions(account), staleTime: 0, retry: false });
  });

  const publish = async () => {
    backend.server.clock.set(new Date((now += 1000)));
    return addedNotice(backend.server);
  };

  it('goes to the server with the next list, and is then no longer held here', async () => {
    const [first] = [await publish(), await publish()];
    expect((await load()).unreadCount).toBe(2);
    page.noteNoticeRead(account, first);
    page.noteNoticeRead(account, first);
    expect(page.getNoticeReads(account).ids).toEqual([first]);
    expect((await load()).unreadCount).toBe(1);
    expect(page.getNoticeReads(account)).toEqual(nothing);
    expect((await readBell(backend.server)).unreadCount).toBe(1);
  });

  it('goes with the next look, however new the list is', async () => {
    const id = await publish();
    const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
    const look = () => client.fetchQuery({ ...page.myNoticesOptions(account), retry: false });
    const { unreadCount } = await look();
    page.noteNoticeRead(account, id);
    expect((await look()).unreadCount).toBe(unreadCount - 1);
    const called = backend.proxy.calls.length;
    await look();
    expect(backend.proxy.calls.length).toBe(called);
  });

  it('stays here without a network, and for each person alone', async () => {
    const id = await publish();
    const before = await load();
    backend.proxy.decide = () => 'cutBefore';
    page.noteNoticeRead(account, id);
    page.noteAllNoticesRead(account, before.records[0]?.publishedAt ?? '');
    await expect(load()).rejects.toThrow();
    expect(page.unreadCountOf(before, page.getNoticeReads(account))).toBe(0);
    expect(page.getNoticeReads('somebody else')).toEqual(nothing);
    backend.proxy.decide = () => 'pass';
    expect((await load()).unreadCount).toBe(0);
    expect(page.getNoticeReads(account)).toEqual(nothing);
  });

  it('is forgotten when the notice is gone', async () => {
    const id = await publish();
    await load();
    page.noteNoticeRead(account, id);
    await backend.server.call('deleteNotice', { params: { id } }, { as: 'admin01' });
    expect((await load()).records.map((each) => each.id)).not.toContain(id);
    expect(page.getNoticeReads(account)).toEqual(nothing);
  });
});
