import 'fake-indexeddb/auto';
import { dehydrate, QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { correctAll, returnItem } from '../../server/support/correction-fixture.ts';
import { answerAll, expectSuccess, submit } from '../../server/support/task-fixture.ts';
import type { Fate } from '../../support/fault-proxy.ts';
import { type Backend, startBackend } from '../offline/backend.ts';

/** Loaded once there is a page that they can find. */
const loadPage = async () => ({
  ...(await import('@/app/start-sync.ts')),
  ...(await import('@/offline/reading/kept-copies.ts')),
  ...(await import('@/offline/reading/query-persister.ts')),
  ...(await import('@/queries/work/my-task-queries.ts')),
  ...(await import('@/queries/notice-queries.ts')),
  ...(await import('@/queries/client/query-client.ts')),
  ...(await import('@/queries/work/self-correction-queries.ts')),
  ...(await import('@/session/session-store.ts')),
});
let backend: Backend;
let page: Awaited<ReturnType<typeof loadPage>>;
beforeAll(async () => {
  backend = await startBackend();
  page = await loadPage();
});
afterAll(() => backend.stop());

it('what is fetched ahead stands in the lists that the screens show without a network', async () => {
  const session = await backend.signIn('staff01');
  page.storeSession(session);
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const tasks = (pageNum: number) => page.myTaskListOptions({ status: 'open', pageNum, pageSize: 10 });
  const corrections = page.myCorrectionListOptions({ status: 'open', pageNum: 1, pageSize: 10 });
  expect(await client.fetchQuery(tasks(1))).toMatchObject({ total: 0 });
  const issued = [];
  for (let number = 1; number <= 11; number += 1) issued.push((await backend.issueTask(1)).deptTaskId);
  const { id: correctionId } = await backend.openCorrection(1);
  client.setQueryData(tasks(1).queryKey, (list) => list, { updatedAt: Date.now() - 1000 });

  const timesUserAsked = () => backend.proxy.calls.filter(({ path }) => path.endsWith(apiPaths.userInfo.path)).length;
  const askedBefore = timesUserAsked();
  const end = page.startOffline(session.user.employeeId, client);
  await vi.waitFor(() => expect(client.getQueryData(page.correctionDetailOptions(correctionId).queryKey)).toBeDefined(), { timeout: 20_000 });
  end();
  // At the start, and not once more when the first answers tell of a network.
  expect(timesUserAsked() - askedBefore).toBe(1);

  const shown = [tasks(1), tasks(2)].map(({ queryKey }) => client.getQueryData(queryKey));
  expect(shown.map((list) => [list?.records.length, list?.total])).toEqual([[10, 11], [1, 11]]);
  expect(shown.flatMap((list) => list?.records.map(({ id }) => id)).toSorted()).toEqual(issued.toSorted());
  expect(client.getQueryData(corrections.queryKey)).toMatchObject({ total: 1, records: [{ id: correctionId }] });
  const kept = dehydrate(client, page.persistOptions(session.user.employeeId).dehydrateOptions).queries.map(({ queryKey }) => queryKey);
  for (const { queryKey } of [tasks(1), tasks(2), corrections]) expect(kept).toContainEqual(queryKey);
});

it('who was moved to another department is named with it from the next start on', async () => {
  const session = await backend.signIn('staff03');
  page.storeSession({ ...session, user: { ...session.user, deptId: 'before', deptName: '原科室' } });
  const end = page.startOffline(session.user.employeeId, page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined }));
  await vi.waitFor(() => expect(page.getUser()).toMatchObject({ deptId: session.user.deptId, deptName: session.user.deptName }), { timeout: 10_000 });
  end();
});

it('what an administrator changed of the person is known once an app that stayed open is looked at again, and not at every look', async () => {
  const session = await backend.signIn('staff03');
  page.storeSession(session);
  const timesUserAsked = () => backend.proxy.calls.filter(({ path }) => path.endsWith(apiPaths.userInfo.path)).length;
  const before = timesUserAsked();
  const end = page.startOffline(session.user.employeeId, page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined }));
  await vi.waitFor(() => expect(timesUserAsked() - before).toBe(1), { timeout: 10_000 });
  page.storeUser({ ...session.user, isAdmin: 1 });
  const look = () => {
    const event = document.createEvent('Event');
    event.initEvent('visibilitychange');
    document.dispatchEvent(event);
  };
  look();
  const later = performance.now() + 11 * 60_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  look();
  await vi.waitFor(() => expect(page.getUser()).toMatchObject({ isAdmin: 0 }), { timeout: 10_000 });
  look();
  clock.mockRestore();
  end();
  expect(timesUserAsked() - before).toBe(2);
});

it('the check points are here for a search without a network, and are read once for it', async () => {
  const session = await backend.signIn('staff02');
  page.storeSession(session);
  const pointsAsked = () => backend.proxy.calls.filter(({ path }) => path.includes(apiPaths.queryPointPage.path)).length;
  const start = () => page.startOffline(session.user.employeeId, page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined }));
  const before = pointsAsked();
  const end = start();
  await vi.waitFor(async () => expect(await page.keptIds(session.user.employeeId, 'points')).toContain('all'), { timeout: 10_000 });
  end();
  const asked = pointsAsked();
  expect(asked).toBeGreaterThan(before);

  const timesUserAsked = () => backend.proxy.calls.filter(({ path }) => path.endsWith(apiPaths.userInfo.path)).length;
  const usersBefore = timesUserAsked();
  const endAgain = start();
  await vi.waitFor(() => expect(timesUserAsked()).toBeGreaterThan(usersBefore), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  endAgain();
  expect(pointsAsked()).toBe(asked);
});

it('a task that is issued while the app stays open is fetched ahead once a list shows it, and nothing is fetched twice', async () => {
  const session = await backend.signIn('staff01');
  page.storeSession(session);
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const detailsAsked = () => backend.proxy.calls.filter(({ path }) => path.includes('/queryTaskCheckPointInfo/')).length;
  const { deptTaskId: early } = await backend.issueTask(1);
  const end = page.startOffline(session.user.employeeId, client);
  const hasDetail = (id: string) => client.getQueryData(page.myTaskDetailOptions(id).queryKey) !== undefined;
  await vi.waitFor(() => expect(hasDetail(early)).toBe(true), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await page.keptTaskIds()).toContain(early));
  const before = detailsAsked();

  const { deptTaskId } = await backend.issueTask(1);
  await client.fetchQuery(page.myTaskListOptions({ pageNum: 1, pageSize: 50 }));
  await vi.waitFor(async () => expect(await page.keptTaskIds()).toContain(deptTaskId), { timeout: 10_000 });
  expect(detailsAsked()).toBe(before + 1);
  end();
});

it('what was fetched while the clock ran ahead is fetched again once it was put right, in sight or not', async () => {
  const session = await backend.signIn('staff01');
  page.storeSession(session);
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const { deptTaskId: known } = await backend.issueTask(1);
  const inSight = page.myTaskListOptions({ pageNum: 1, pageSize: 50 });
  const others = [page.myTaskListOptions({ status: 'open', pageNum: 1, pageSize: 100 }), page.myTaskListOptions({ status: 'open', pageNum: 1, pageSize: 10 })];
  const detail = page.myTaskDetailOptions(known);
  const totals: number[] = [];
  for (const options of [inSight, ...others]) totals.push((await client.fetchQuery(options)).total);
  await client.fetchQuery(detail);
  for (const { queryKey } of [inSight, ...others, detail]) client.getQueryCache().find({ queryKey })?.setState({ dataUpdatedAt: Date.now() + 86_400_000 });
  await backend.issueTask(1);
  const unsubscribe = new QueryObserver(client, inSight).subscribe(() => undefined);

  const end = page.startOffline(session.user.employeeId, client);
  const totalOf = ({ queryKey }: typeof inSight) => client.getQueryData(queryKey)?.total;
  await vi.waitFor(() => expect([inSight, ...others].map(totalOf)).toEqual(totals.map((total) => total + 1)), { timeout: 20_000 });
  await vi.waitFor(() => expect(client.getQueryState(detail.queryKey)?.dataUpdatedAt).toBeLessThanOrEqual(Date.now()), { timeout: 20_000 });
  expect(client.getQueryData(detail.queryKey)).toMatchObject({ id: known });
  unsubscribe();
  end();
});

it('what an administrator gave back is at hand once a list tells of it, however lately its detail was fetched', async () => {
  const session = await backend.signIn('staff01');
  page.storeSession(session);
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const correction = await backend.openCorrection(2);
  const { queryKey } = page.correctionDetailOptions(correction.id);
  const end = page.startOffline(session.user.employeeId, client);
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toMatchObject({ returnedCount: 0 }), { timeout: 20_000 });

  await correctAll(backend.server, correction);
  expectSuccess(await returnItem(backend.server, correction.id, correction.itemIds[0] ?? ''));
  const { records } = await client.fetchQuery(page.myCorrectionListOptions({ status: 'open', pageNum: 1, pageSize: 50 }));
  const dueDate = records.find(({ id }) => id === correction.id)?.dueDate;
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toMatchObject({ returnedCount: 1, correctedCount: 1, dueDate }), { timeout: 10_000 });
  end();
});

it.each(['after', 'before'])('a notice that was not there before has the phone look at once for what is to do: the first are told %s it begins', async (first) => {
  const session = await backend.signIn('staff01');
  page.storeSession(session);
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const notices = { ...page.myNoticesOptions(session.user.employeeId), staleTime: 0 };
  const { deptTaskId: early } = await backend.issueTask(1);
  if (first === 'before') await client.fetchQuery(notices);
  const end = page.startOffline(session.user.employeeId, client);
  if (first === 'after') await client.fetchQuery(notices);
  await vi.waitFor(async () => expect(await page.keptTaskIds()).toContain(early), { timeout: 20_000 });
  const { deptTaskId } = await backend.issueTask(1);
  await client.fetchQuery(notices);
  await vi.waitFor(async () => expect(await page.keptTaskIds()).toContain(deptTaskId), { timeout: 10_000 });
  end();
});

it('a task in sight is fetched again when the network is back, however lately it was fetched', async () => {
  const session = await backend.signIn('staff01');
  page.storeSession(session);
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const options = page.myTaskDetailOptions(deptTaskId);
  const end = page.startOffline(session.user.employeeId, client);
  const unsubscribe = new QueryObserver(client, options).subscribe(() => undefined);
  await vi.waitFor(() => expect(client.getQueryData(options.queryKey)).toMatchObject({ id: deptTaskId, answeredCount: 0 }), { timeout: 20_000 });
  // Nothing is under way any more whose answer would tell of a network.
  const callsMade = () => backend.proxy.calls.length;
  for (let before = -1; before !== callsMade(); await new Promise((resolve) => setTimeout(resolve, 1500))) before = callsMade();
  dispatchEvent(new Event('offline'));
  await answerAll(backend.server, deptTaskId, pointIds, [], 'staff02');
  expectSuccess(await submit(backend.server, deptTaskId, 'staff02'));
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(client.getQueryData(options.queryKey)).toMatchObject({ status: 'completed' }), { timeout: 10_000 });
  unsubscribe();
  end();
});

it('a list of more than a page of the wire is fetched ahead as a whole', async () => {
  const { fetchListAhead } = await import('@/ahead/fetch-ahead.ts');
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const all = Array.from({ length: 205 }, (_, index) => ({ id: `t${index}` }));
  const optionsOf = ({ pageNum, pageSize }: { pageNum: number; pageSize: number }) => ({
    queryKey: ['long', pageNum, pageSize],
    queryFn: () => ({ records: all.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: all.length, pageNum, pageSize }),
  });
  expect(await fetchListAhead(client, optionsOf)).toEqual(all);
  expect(client.getQueryData(['long', 21, 10])).toMatchObject({ records: all.slice(200), total: 205 });
});

it('a list that a screen has fetched since is not replaced by one of before', async () => {
  const { fetchListAhead } = await import('@/ahead/fetch-ahead.ts');
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const optionsOf = ({ pageNum, pageSize }: { pageNum: number; pageSize: number }) => ({
    queryKey: ['list', pageNum, pageSize],
    queryFn: () => ({ records: [{ id: 'old' }], total: 1, pageNum, pageSize }),
  });
  const newer = { records: [{ id: 'new' }], total: 1, pageNum: 1, pageSize: 10 };
  client.setQueryData(['list', 1, 10], newer, { updatedAt: Date.now() + 1000 });
  expect(await fetchListAhead(client, optionsOf)).toEqual([{ id: 'old' }]);
  expect(client.getQueryData(['list', 1, 10])).toEqual(newer);
});

it('what a screen asked for too, and gave up as it went, is asked for again', async () => {
  const { fetchAhead } = await import('@/ahead/fetch-ahead.ts');
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  let asked = 0;
  const options = {
    queryKey: ['detail'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((resolve, reject) => {
        asked += 1;
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        setTimeout(() => resolve('all of it'), 50);
      }),
  };
  const ahead = fetchAhead(client, options);
  new QueryObserver(client, options).subscribe(() => undefined)();
  expect(await ahead).toBe('all of it');
  expect(asked).toBe(2);
});

it('what the server gives only after the copy was shown in its place is shown then, and not only with the next call', async () => {
  const { deptTaskId, pointIds } = await backend.issueTask(1);
  const session = await backend.signIn('staff01');
  page.storeSession(session);
  const client = page.createQueryClient({ onQueryError: () => undefined, onMutationError: () => undefined });
  const options = page.myTaskDetailOptions(deptTaskId);
  await client.fetchQuery(options);
  const end = page.startOffline(session.user.employeeId, client);
  await answerAll(backend.server, deptTaskId, pointIds);
  backend.proxy.decide = async ({ path }): Promise<Fate> => {
    if (!path.endsWith(deptTaskId)) return 'pass';
    await new Promise((resolve) => setTimeout(resolve, 6500));
    return 'pass';
  };
  const given = await client.fetchQuery({ ...options, staleTime: 0 });
  expect(given.points.map(({ answer }) => answer)).toEqual([null]);
  await vi.waitFor(() => expect(client.getQueryData(options.queryKey)?.points[0]?.answer).not.toBeNull(), { timeout: 4000 });
  backend.proxy.decide = () => 'pass';
  end();
}, 30_000);
