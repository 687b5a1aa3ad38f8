import type { CDPSession, Page } from 'playwright-core';
import type { DeptTaskPoint } from '#contract/task.ts';
import { type BrowserProcess, PHONE } from '../../support/browser-process.ts';
import { call, signIn } from '../../support/calls.ts';
import { type Account, insertCompany, issueTask } from '../data/company.ts';
import { createDatabase } from '../data/database.ts';
import { type PlainSite, servePlainSite } from '../plain/serve-plain-site.ts';
import { type NodeProcess, startProduct } from '../processes.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openBrowser } from './browser.ts';
import { observe } from './page-clock.ts';

const DEPARTMENTS = 80;

/** What every phone figure works with: the product, the plain pages, and a browser. */
export interface Workshop {
  server: NodeProcess;
  /** What the server was started with. */
  env: Record<string, string>;
  plain: PlainSite;
  browser: BrowserProcess;
  /** Gives a department that nobody used so far one open task of so many points. */
  issue: (pointCount: number) => Promise<IssuedTask>;
  isQuick: boolean;
}

export interface IssuedTask {
  person: Account;
  /** The person's, for calls beside the browser. */
  token: string;
  taskName: string;
  deptTaskId: string;
  points: DeptTaskPoint[];
}

export async function withWorkshop(isQuick: boolean, work: (workshop: Workshop) => Promise<void>): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    const database = await createDatabase('sqlite');
    undo.push(database.remove);
    const company = await database.fill((context) => insertCompany(context, '900003', DEPARTMENTS));
    const server = await startProduct(database.env);
    undo.push(server.stop);
    const plain = await servePlainSite();
    undo.push(plain.close);
    const profile = await temporaryFolder();
    undo.push(profile.remove);
    const browser = await openBrowser(profile.path);
    undo.push(browser.close);

    const admin = await signIn(server.url, company.admin);
    const unused = company.departments.values();
    const issue = async (pointCount: number): Promise<IssuedTask> => {
      const department = unused.next().value;
      if (department === undefined) throw new Error('every department has its task already');
      const taskName = `${pointCount} 项的任务`;
      await issueTask(server.url, admin, { taskName, deptIds: [department.id], pointIds: company.pointIds.slice(0, pointCount) });
      const token = await signIn(server.url, department.person);
      const { records } = await call(server.url, 'queryMyTaskCheckList', { query: {} }, token);
      const deptTaskId = records[0]?.id;
      if (deptTaskId === undefined) throw new Error('the department task is not in the list');
      const { points } = await call(server.url, 'queryTaskCheckPointInfo', { params: { id: deptTaskId } }, token);
      return { person: department.person, token, taskName, deptTaskId, points };
    };
    await work({ server, env: database.env, plain, browser, issue, isQuick });
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

export interface Phone {
  page: Page;
  session: CDPSession;
}

/** Runs work on a phone that knows nothing yet. */
export async function onNewPhone<Result>({ browser }: Workshop, work: (phone: Phone) => Promise<Result>): Promise<Result> {
  const context = await browser.browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.addInitScript(observe);
    return await work({ page, session: await context.newCDPSession(page) });
  } finally {
    await context.close();
  }
}

/** Signs in as a person does. */
export async function signInOn(page: Page, url: string, person: Account): Promise<void> {
  await page.goto(url);
  await page.getByLabel('账号').fill(person.userNo);
  const password = page.getByLabel('密码', { exact: true });
  await password.fill(person.password);
  // Not clicked: a phone has no mouse that rests where the button was.
  await password.press('Enter');
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
}
