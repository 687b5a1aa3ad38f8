import { zipSync } from 'fflate';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import { pngOf } from '../support/photo.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { heading, ON_PHONE, open, reload, rowMenu, startSignedIn } from './screen.ts';
import { openDeptTask, query } from './seeded-data.ts';
import { openSeededSite } from './seeded-site.ts';

/**
 * Bad input in front of a person, form by form: it is refused in words at its field and stays as it was typed, or it is
 * text and shown as text. No script of it runs, nothing that was refused is stored, and the screen goes on.
 */

declare global {
  interface Window {
    hacked?: number;
  }
}

let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});
afterEach(async () => {
  const hacked = await page.evaluate(() => window.hacked);
  await context.close();
  expect(hacked, 'a script ran').toBeUndefined();
  expect(errors).toEqual([]);
});

async function freshPage(viewport = DESKTOP): Promise<void> {
  context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  page = await context.newPage();
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
}

async function openScreen(path: string, title: string): Promise<void> {
  await open(page, path);
  await heading(page, title).waitFor();
}

const main = () => page.locator('main:visible');
const dialog = () => page.getByRole('dialog').last();
const named = (label: string) => new RegExp(`^${label.replace(/[()（）]/g, '.')}\\*?$`);

const countOf = (table: string) => query<{ count: number }>(server, `select count(*) as count from ${table}`)[0]!.count;

const SCRIPT = '<img src=x onerror=hacked=1>';
const values = {
  blanks: '   ',
  'too long': '长'.repeat(21_000),
  emoji: '👩‍⚕️😀🏥',
  SQL: `'; drop table employee; --`,
  script: `"><script>hacked=1</script>${SCRIPT}`,
  'a negative number': '-1',
  'a number without end': '9'.repeat(40),
  'a day that does not exist': '2026-02-30',
};
/** What a field of free text takes and shows as it is. */
const HARMLESS = `${SCRIPT}'--😀`;

interface Form {
  name: string;
  open: () => Promise<unknown>;
  /** What holds fields and button. */
  scope: () => Locator;
  /** Each of them gets each value. */
  fields: readonly string[];
  /** Values that every field of the form takes as text. */
  takes?: readonly (keyof typeof values)[];
  submit: string;
  /** Rows of it are counted: none may come. */
  table: string;
}

const staffForm = async (path: string, title: string, add: string): Promise<void> => {
  await startSignedIn(page, server.url, 'admin01', 'Admin2026', path);
  await heading(page, title).waitFor();
  await page.getByRole('button', { name: add, exact: true }).first().click();
};
/** In the place of the list, whose search has a field of the same name. */
const declarationForm = async (type: number, title: string): Promise<void> => {
  await staffForm(`/independent/independent/${type}`, title, `新增${title}`);
  await page.getByRole('heading', { level: 2, name: `新增${title}` }).waitFor();
};
const texts = ['emoji', 'SQL', 'script', 'a negative number', 'a number without end', 'a day that does not exist'] as const;

const forms: Form[] = [
  { name: 'signing in', open: () => page.goto(`${server.url}/#/login`), scope: main, fields: ['账号', '密码'], submit: '登录', table: 'session' },
  {
    name: 'the password',
    open: async () => {
      await startSignedIn(page, server.url, 'staff02', 'Staff2026', '/usercenter/usercenter');
      await heading(page, '个人中心').waitFor();
      await page.getByRole('button', { name: '修改密码', exact: true }).click();
    },
    scope: () => page.getByRole('form', { name: '修改密码' }),
    fields: ['原密码', '新密码', '确认新密码'],
    submit: '修改密码',
    table: 'audit_record',
  },
  {
    name: 'issuing a task',
    open: async () => {
      await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/taskmanage/create');
      await heading(page, '下发任务').waitFor();
    },
    scope: main,
    fields: ['任务名称', '开始日期', '结束日期', '整改期限（天）', '任务说明'],
    submit: '预览',
    table: 'task',
  },
  {
    name: 'a department',
    open: () => staffForm('/system/office', '科室管理', '新增科室'),
    scope: dialog,
    fields: ['科室名称', '负责人', '联系电话', '分机号', '排序', '备注'],
    submit: '保存',
    table: 'dept',
  },
  {
    name: 'a person',
    open: () => staffForm('/system/user', '人员管理', '新增人员'),
    scope: dialog,
    fields: ['姓名', '账号', '手机号', '邮箱', '身份证号', '初始密码'],
    submit: '保存',
    table: 'employee',
  },
  {
    name: 'a check point',
    open: () => staffForm('/selfcheck/index', '自查指标设定', '新增要点'),
    scope: dialog,
    fields: ['检查要点', '检查标准', '检查方法', '依据', '第几条', '依据要点'],
    submit: '保存',
    table: 'check_point',
  },
  {
    name: 'a check item',
    open: async () => {
      await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/selfcheck/index');
      await heading(page, '自查指标设定').waitFor();
      await page.getByRole('button', { name: /^管理 / }).first().click();
      await page.getByRole('menuitem', { name: '新增项目' }).click();
    },
    scope: dialog,
    fields: ['项目名称'],
    takes: texts,
    submit: '保存',
    table: 'check_item',
  },
  {
    name: 'a notice',
    open: () => staffForm('/message/index', '通知公告列表', '发布公告'),
    scope: dialog,
    fields: ['标题', '内容'],
    takes: texts,
    submit: '发布',
    table: 'notice',
  },
  {
    name: 'a declaration with hours',
    open: () => declarationForm(1, '教育培训'),
    scope: main,
    fields: ['标题', '学时', '正文'],
    submit: '保存草稿',
    table: 'declaration',
  },
  {
    name: 'a declaration with an address',
    open: () => declarationForm(4, '定期公示'),
    scope: main,
    fields: ['标题', '公示网址', '正文'],
    submit: '保存草稿',
    table: 'declaration',
  },
  {
    name: 'a signature',
    open: async () => {
      await declarationForm(6, '承诺书');
      await page.getByRole('button', { name: '手写签名' }).click();
      await page.getByRole('button', { name: '不便手写，用键入的姓名' }).click();
    },
    scope: dialog,
    fields: ['签名人姓名'],
    // A name is whatever has a letter.
    takes: ['SQL', 'script'],
    submit: '确认签名',
    table: 'declaration',
  },
  {
    name: 'cancelling a task',
    open: async () => {
      await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/taskmanage/index?status=inProgress');
      await heading(page, '任务列表').waitFor();
      await rowMenu(main(), /^更多操作 /).first().click();
      await page.getByRole('menuitem', { name: '取消任务' }).click();
    },
    scope: dialog,
    fields: ['取消原因'],
    takes: texts,
    submit: '确认取消',
    table: 'task where cancelled_at is not null',
  },
  {
    name: 'returning a submission',
    open: async () => {
      const done = query<{ task_id: string; dept_id: string }>(
        server,
        `select d.task_id, d.dept_id from dept_task d join task t on t.id = d.task_id where d.submitted_at is not null and t.cancelled_at is null and t.comp_no = '110001' order by d.submitted_at desc limit 1`,
      )[0]!;
      await startSignedIn(page, server.url, 'admin01', 'Admin2026', `/taskmanage/index/${done.task_id}/${done.dept_id}`);
      await heading(page, '科室详情').waitFor();
      await main().getByRole('button', { name: '退回', exact: true }).click();
      await dialog().getByRole('checkbox').first().check();
    },
    scope: dialog,
    fields: ['退回原因', '退回意见'],
    takes: texts,
    submit: '确认退回',
    table: 'audit_record',
  },
];

/** What is said in a form, or in the toast that its button brought. */
const alerts = async (form: Form): Promise<string[]> =>
  [...(await form.scope().getByRole('alert').allTextContents()), ...(await page.locator('body > [role="alert"]').allTextContents())].filter((text) => text !== '');

describe('each field of each form', () => {
  test.each(forms)('refuses in words what it cannot take, and cuts nothing: $name', async (form) => {
    await freshPage();
    await form.open();
    const before = countOf(form.table);
    for (const [kind, value] of Object.entries(values)) {
      if (form.takes?.includes(kind as keyof typeof values)) continue;
      for (const label of form.fields) await form.scope().getByLabel(named(label)).fill(value);
      await form.scope().getByRole('button', { name: form.submit, exact: true }).click();
      await expect.poll(() => alerts(form), { message: kind }).not.toEqual([]);
      for (const sentence of await alerts(form)) expect(sentence, kind).toMatch(/^[^a-z{}[\]]*\p{Script=Han}[^{}[\]]*$/u);
      for (const label of form.fields) expect(await form.scope().getByLabel(named(label)).inputValue(), `${label}: ${kind}`).toBe(value);
    }
    expect(countOf(form.table)).toBe(before);
  }, 180_000);
});

const stored: { name: string; save: () => Promise<unknown>; shown: () => Locator }[] = [
  {
    name: 'a department',
    save: async () => {
      await staffForm('/system/office', '科室管理', '新增科室');
      for (const label of ['科室名称', '负责人', '备注']) await dialog().getByLabel(named(label)).fill(HARMLESS);
      await dialog().getByRole('button', { name: '保存', exact: true }).click();
    },
    shown: () => main().getByRole('table').getByText(HARMLESS, { exact: true }),
  },
  {
    name: 'a person',
    save: async () => {
      await staffForm('/system/user', '人员管理', '新增人员');
      await dialog().getByLabel(named('姓名')).fill(HARMLESS);
      await dialog().getByLabel(named('账号')).fill('hostile01');
      await dialog().getByLabel(named('科室')).selectOption({ index: 1 });
      await dialog().getByRole('button', { name: '保存', exact: true }).click();
    },
    shown: () => page.getByText(HARMLESS).filter({ visible: true }),
  },
  {
    name: 'a check point',
    save: async () => {
      await staffForm('/selfcheck/index', '自查指标设定', '新增要点');
      await dialog().getByLabel(named('自查类别')).selectOption({ index: 1 });
      for (const label of ['检查要点', '检查标准', '检查方法', '依据', '依据要点']) await dialog().getByLabel(named(label)).fill(HARMLESS);
      await dialog().getByRole('button', { name: '保存', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await main().getByRole('search').getByLabel('关键词').fill(SCRIPT);
      await main().getByRole('search').getByLabel('关键词').press('Enter');
    },
    shown: () => main().getByRole('table').getByRole('button', { name: HARMLESS }),
  },
  {
    name: 'a notice',
    save: async () => {
      await staffForm('/message/index', '通知公告列表', '发布公告');
      for (const label of ['标题', '内容']) await dialog().getByLabel(named(label)).fill(HARMLESS);
      await dialog().getByRole('button', { name: '发布', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await main().getByRole('table').getByText(HARMLESS, { exact: true }).click();
    },
    shown: () => dialog().getByText(HARMLESS, { exact: true }),
  },
  {
    name: 'a declaration',
    save: async () => {
      await declarationForm(5, '年度总结');
      for (const label of ['标题', '正文']) await main().getByLabel(named(label)).fill(HARMLESS);
      await main().getByRole('button', { name: '保存草稿', exact: true }).click();
      await main().getByRole('table').getByText(HARMLESS, { exact: true }).click();
      await heading(page, '查看文档').waitFor();
    },
    shown: () => main().getByText(HARMLESS, { exact: true }),
  },
];

test.each(stored)('text that looks like a script or a query is stored and shown as text: $name', async ({ save, shown }) => {
  await freshPage();
  await save();
  await shown().first().waitFor();
  // What would have been an element of it is none.
  expect(await page.locator('img[src="x"]').count()).toBe(0);
}, 120_000);

/** Cards of views that were left are still there, hidden. */
const cardInSight = (index: number) => main().locator('[role="group"][data-point]').nth(index);

describe('what a phone keeps by itself', () => {
  test('a remark and a correction are kept to the letter; what is too long is told', async () => {
    await freshPage(PHONE);
    await startSignedIn(page, server.url, 'staff01', 'Staff2026');
    const correction = query<{ id: string }>(
      server,
      `select c.id from self_correction c join dept_task d on d.id = c.dept_task_id join employee e on e.dept_id = d.dept_id join task t on t.id = d.task_id
       where e.account = 'staff01' and c.corrected_at is null and t.cancelled_at is null`,
    )[0]!;
    const places: [string, string, () => Locator, number][] = [
      [`/mytask/index/${openDeptTask(server.dataDir, 'staff01', 20)}`, '完成任务', () => cardInSight(0).getByRole('textbox', { name: /^说明/ }), 500],
      [`/mytask/self-innovate/${correction.id}`, '完成自纠', () => cardInSight(0).getByLabel(/^整改措施/), 500],
      [`/mytask/self-innovate/${correction.id}`, '完成自纠', () => cardInSight(0).getByLabel('责任人', { exact: true }), 30],
    ];
    for (const [path, title, field, limit] of places) {
      await openScreen(path, title);
      if (title === '完成任务') await cardInSight(0).getByRole('radio', { name: '不合格', exact: true }).check();
      await field().fill('长'.repeat(limit + 7));
      await cardInSight(0).getByText(`最多 ${limit} 个字符，多出的 7 个没有填入`).waitFor();
      expect(await field().inputValue()).toBe('长'.repeat(limit));
      await field().fill(HARMLESS.slice(0, limit));
      await field().blur();
      await cardInSight(0).getByText(ON_PHONE).first().waitFor();
      expect(await cardInSight(0).getByText(/多出的/).count()).toBe(0);
    }
    await reload(page);
    await heading(page, '完成自纠').waitFor();
    expect(await places[1]![2]().inputValue()).toBe(HARMLESS);
  }, 120_000);

  test('a file that is no picture, whatever its name, and a picture that would fill the memory are refused in words', async () => {
    await freshPage(PHONE);
    await startSignedIn(page, server.url, 'staff01', 'Staff2026', `/mytask/index/${openDeptTask(server.dataDir, 'staff01', 20)}`);
    await heading(page, '完成任务').waitFor();
    const card = cardInSight(1);
    await card.getByRole('radio', { name: '不合格', exact: true }).check();
    for (const [name, buffer] of [
      ['照片.jpg', Buffer.from('<script>hacked=1</script>')],
      ['程序.jpg', Buffer.from('MZ\u0090\u0000\u0003')],
      ['空.jpg', Buffer.alloc(0)],
      ['炸弹.png', pngOf(30_000, 30_000, true)],
    ] as const) {
      await card.locator('input[type="file"]').first().setInputFiles({ name, mimeType: name.endsWith('png') ? 'image/png' : 'image/jpeg', buffer });
      await expect.poll(() => card.getByRole('alert').allTextContents(), { message: name, timeout: 30_000 }).not.toEqual([]);
      for (const sentence of await card.getByRole('alert').allTextContents()) expect(sentence, name).toMatch(/^[^a-z]*\p{Script=Han}[^a-z]*$/u);
      expect(await card.getByRole('button', { name: /^查看照片/ }).count(), name).toBe(0);
      // The next one has to bring its own words.
      await card.getByRole('radio', { name: '合格', exact: true }).check();
      await card.getByRole('radio', { name: '不合格', exact: true }).check();
    }
  }, 120_000);
});

describe('files', () => {
  const wrongFiles = [
    { name: '名单.xls', buffer: Buffer.from('a') },
    { name: '照片.xlsx', buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
    { name: '空.xlsx', buffer: Buffer.alloc(0) },
    { name: '别的.xlsx', buffer: Buffer.from(zipSync({ 'a.txt': new Uint8Array(10) })) },
    // Two hundred megabytes when it is unpacked.
    { name: '炸弹.xlsx', buffer: Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(10), 'xl/worksheets/sheet1.xml': new Uint8Array(200 * 1024 * 1024) }, { level: 9 })) },
    { name: '太大.xlsx', buffer: Buffer.alloc(3 * 1024 * 1024, 1) },
  ];

  test.each([
    ['/system/office', '科室管理', 'dept'],
    ['/system/user', '人员管理', 'employee'],
    ['/selfcheck/index', '自查指标设定', 'check_point'],
  ])('that are no table are refused in words by the import at %s', async (path, title, table) => {
    await freshPage();
    await startSignedIn(page, server.url, 'admin01', 'Admin2026', path);
    await heading(page, title).waitFor();
    const before = countOf(table);
    if (path === '/selfcheck/index') {
      await page.getByRole('button', { name: '更多操作' }).click();
      await page.getByRole('menuitem', { name: '从表格导入' }).click();
    } else await page.getByRole('button', { name: '导入', exact: true }).click();
    for (const { name, buffer } of wrongFiles) {
      await dialog().locator('input[type="file"]').setInputFiles({ name, mimeType: '', buffer });
      await expect.poll(() => dialog().getByRole('alert').allTextContents(), { message: name, timeout: 30_000 }).not.toEqual([]);
      await dialog().getByText('正在检查…').waitFor({ state: 'detached' });
      for (const sentence of await dialog().getByRole('alert').allTextContents()) expect(sentence, name).toMatch(/\p{Script=Han}{4}/u);
      expect(await dialog().getByRole('button', { name: '导入', exact: true }).isDisabled(), name).toBe(true);
    }
    expect(countOf(table)).toBe(before);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  }, 120_000);

  test('that are not what their name says are refused in words as attachments', async () => {
    await freshPage();
    await declarationForm(0, '年度计划');
    for (const name of ['计划.pdf', '照片.jpg', '程序.exe']) {
      await main().locator('input[type="file"]').first().setInputFiles({ name, mimeType: '', buffer: Buffer.from('<script>hacked=1</script>') });
      await main().getByText(/只支持|格式|不是/).first().waitFor({ timeout: 30_000 });
    }
  }, 60_000);
});

describe('searching and paging', () => {
  const lists: [string, string][] = [
    ['/system/office', '科室管理'],
    ['/system/user', '人员管理'],
    ['/selfcheck/index', '自查指标设定'],
    ['/message/index', '通知公告列表'],
    ['/taskmanage/index', '任务列表'],
    ['/selfcheckkeshi/selfinspection', '科室自纠记录'],
    ['/mytask/index', '我的任务'],
    ['/mytask/self-innovate', '我的自纠'],
    ['/independent/independent/0', '年度计划'],
    ['/law/index', '法律法规'],
    ['/system/audit', '操作日志'],
    ['/comprehensiveinspection/totalseldcheck', '全面自查统计'],
  ];

  /** What each list's filters do with the other values is for the server's tests: all of them have the same search bar. */
  const everyListGets = Object.entries(values).filter(([kind]) => ['too long', 'script', 'a day that does not exist'].includes(kind));

  test('finds nothing by what is no word, or says what is wrong; the list comes back', async () => {
    await freshPage();
    await startSignedIn(page, server.url, 'admin01', 'Admin2026', '/taskmanage/index');
    for (const [index, [path, title]] of lists.entries()) {
      await openScreen(path, title);
      // A department of the office may have nothing to correct.
      await main().getByRole('table').or(main().getByText(/暂无数据|没有待整改的自纠/)).first().waitFor();
      const bar = main().getByRole('search').first();
      const boxes = bar.getByRole('textbox').or(bar.getByRole('searchbox'));
      for (const [kind, value] of index === 0 ? Object.entries(values) : everyListGets) {
        for (const box of await boxes.all()) await box.fill(value);
        await boxes.first().press('Enter');
        // Blanks are nothing, and a range that has to be there is what it was.
        if (kind !== 'blanks') for (const box of await boxes.all()) expect(await box.inputValue(), `${title}: ${kind}`).toBe(value);
        await expect.poll(async () => (await main().innerText()).length, { message: `${title}: ${kind}` }).toBeGreaterThan(20);
        for (const sentence of await bar.getByRole('alert').allTextContents()) expect(sentence, `${title}: ${kind}`).toMatch(/\p{Script=Han}{3}/u);
      }
      await bar.getByRole('button', { name: '重置', exact: true }).click();
      await main().getByRole('table').or(main().getByText(/暂无数据|没有待整改的自纠/)).first().waitFor();
    }
    const jumper = main().getByRole('textbox', { name: '前往页码' });
    await openScreen('/system/user', '人员管理');
    for (const value of ['-1', '0', '1.5', '😀', '2026-02-30', '<script>hacked=1</script>', '1e9']) {
      await page.locator('body > [role="alert"]').waitFor({ state: 'detached' });
      await jumper.fill(value);
      await jumper.press('Enter');
      await page.getByText('页码只能输入正整数').waitFor();
      expect(await main().getByRole('button', { name: '第 1 页' }).getAttribute('aria-current'), value).toBe('page');
    }
  }, 300_000);
});
