import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CheckStep } from '@/offline/network/useConnectionCheck.ts';
import { type Backend, startBackend } from '../backend.ts';

/** Loaded once there is a page that they can find. */
const loadPage = async () => ({ ...(await import('@/offline/network/useConnectionCheck.ts')), ...(await import('@/session/session-store.ts')) });
let backend: Backend;
let page: Awaited<ReturnType<typeof loadPage>>;
beforeAll(async () => {
  backend = await startBackend();
  page = await loadPage();
});
afterAll(() => backend.stop());
beforeEach(async () => {
  backend.proxy.decide = () => 'pass';
  page.storeSession(await backend.signIn('admin01'));
});

const run = async (): Promise<{ last: CheckStep[]; reports: CheckStep[][] }> => {
  const reports: CheckStep[][] = [];
  await page.checkConnection((steps) => reports.push(steps));
  return { last: reports.at(-1) ?? [], reports };
};
const statesOf = (steps: readonly CheckStep[]) => steps.map(({ id, state }) => `${id} ${state}`);
const left = async () => (await backend.server.context.db.selectFrom('test_resource').select('name').execute()).map(({ name }) => name);

it('creates, reads, changes, lists, disables and deletes records, and leaves nothing behind', async () => {
  const called = backend.proxy.calls.length;
  const { last, reports } = await run();
  expect(last.every((step) => step.state === 'passed' && step.took !== undefined)).toBe(true);
  expect(statesOf(reports[0] ?? [])[0]).toBe('create running');
  const paths = new Set(backend.proxy.calls.slice(called).map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}$/, '{id}')}`));
  expect([...paths].toSorted()).toEqual([
    'DELETE /api/admin/test/{id}',
    'DELETE /api/admin/testbulk',
    'GET /api/admin/test/list',
    'GET /api/admin/test/{id}',
    'POST /api/admin/test/create',
    'POST /api/admin/test/multiplePut',
    'PUT /api/admin/test/{id}',
  ]);
  expect(await left()).toEqual([]);
});

it('tells which step fails and why, and cleans up', async () => {
  backend.proxy.decide = ({ method }) => (method === 'PUT' ? { status: 405, body: '<html>' } : 'pass');
  const { last } = await run();
  expect(statesOf(last)).toEqual(['create passed', 'read passed', 'update failed', 'list skipped', 'enable skipped', 'delete skipped', 'deleteAll skipped']);
  expect(last[2]?.reason).toBeDefined();
  expect(await left()).toEqual([]);
});

it('sees that something in between answers with what it kept', async () => {
  const kept = { code: 1000, message: { id: 'x', name: 'old', remark: '', enabled: true, createdAt: '' } };
  backend.proxy.decide = ({ method, path }) => (method === 'GET' && !path.endsWith('/list') ? { status: 200, body: kept } : 'pass');
  const { last } = await run();
  expect(last[1]).toMatchObject({ state: 'failed', reason: '服务器返回的内容与写入的不一致' });
});

it('removes what a check that was cut off has left', async () => {
  backend.proxy.decide = ({ method }) => (method === 'DELETE' ? 'cutBefore' : 'pass');
  await run();
  expect((await left()).length).toBeGreaterThan(0);
  backend.proxy.decide = () => 'pass';
  const { last } = await run();
  expect(last.every((step) => step.state === 'passed')).toBe(true);
  expect(await left()).toEqual([]);
});
