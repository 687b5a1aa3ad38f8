import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { heading, open, startSignedIn } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const HOUR_MS = 3_600_000;
/** Now, in Shanghai, as if it were UTC. */
const inShanghai = (): Date => new Date(Date.now() + 8 * HOUR_MS);

test('days and times are those of Shanghai, whatever the zone of phone and server', async () => {
  // Where it is another day than in Shanghai: twenty hours behind, or six ahead.
  const zone = inShanghai().getUTCHours() < 19 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
  const site = await openSeededSite({ TZ: zone });
  cleanUps.push(site.close);
  const today = inShanghai().toISOString().slice(0, 10);
  expect(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())).not.toBe(today);
  const taskId = openDeptTask(site.dataDir, 'staff01', 20);
  const [done] = query<{ id: string; task_id: string }>(
    site,
    `select d.id, d.task_id from dept_task d join employee e on e.dept_id = d.dept_id where e.account = 'staff01' and d.submitted_at is not null and d.returned_at is null`,
  );
  const database = new Database(join(site.dataDir, 'zyzc.db'));
  database.prepare('update task set end_date = ? where id = (select task_id from dept_task where id = ?)').run(today, taskId);
  database.prepare('update dept_task set submitted_at = ? where id = ?').run('2026-03-31T20:15:30.000Z', done?.id);
  database.close();

  const inZone = async (viewport: { width: number; height: number }, account: string, password: string) => {
    const context = await site.browser.newContext({ viewport, timezoneId: zone, serviceWorkers: 'block' });
    const page = await context.newPage();
    await startSignedIn(page, site.server.url, account, password);
    return page;
  };
  const staff = await inZone(PHONE, 'staff01', 'Staff2026');
  await open(staff, `/mytask/index/${taskId}`);
  await heading(staff, '完成任务').waitFor();
  await staff.locator('main:visible').getByText('今天截止').first().waitFor();
  await open(staff, '/mytask/index');
  await heading(staff, '我的任务').waitFor();
  await staff.locator('main:visible').getByText(`截止 ${today}`).first().waitFor();
  await open(staff, `/mytask/index/${done?.id}/${done?.task_id}`);
  await staff.locator('main:visible').getByText('2026-04-01 04:15:30').first().waitFor();

  const admin = await inZone(DESKTOP, 'admin01', 'Admin2026');
  await open(admin, `/taskmanage/index/${done?.task_id}`);
  await admin.locator('main:visible').getByText('2026-04-01 04:15:30').first().waitFor();
  await open(admin, '/taskmanage/create');
  await heading(admin, '下发任务').waitFor();
  expect(await admin.getByRole('textbox', { name: '开始日期' }).inputValue()).toBe(today);
}, 120_000);
