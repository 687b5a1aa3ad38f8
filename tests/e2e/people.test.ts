import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEPT_TITLES, makeSpreadsheet, STAFF_TITLES } from '../server/support/spreadsheets.ts';
import { DESKTOP, PHONE } from '../support/browser-process.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { query } from './seeded-data.ts';
import { deedsOfRow, doWithRow, heading, open, reload, rowMenu, signIn, waitForWorker } from './screen.ts';
import { openSeededSite } from './seeded-site.ts';

let server: ServerProcess;
let browser: Browser;
beforeAll(async () => {
  const site = await openSeededSite();
  ({ server, browser } = site);
  return site.close;
});

/** Without the worker, which begins by fetching the whole app, unless it is what serves the page. */
async function signedIn(account: string, password: string, viewport = PHONE, serviceWorkers: 'allow' | 'block' = 'block'): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport, serviceWorkers });
  const page = await context.newPage();
  await signIn(page, server.url, account, password);
  return { page, context };
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const alertDialog = (page: Page, name: string) => page.getByRole('alertdialog', { name });
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });

/** On a phone: all that a list offers is behind its plus. */
async function add(page: Page, name: string): Promise<void> {
  await button(page, `${name}等操作`).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function fileWith(rows: readonly (readonly string[])[], name: string): Promise<string> {
  const path = join(server.dataDir, name);
  await writeFile(path, (await makeSpreadsheet(rows)).data);
  return path;
}

async function search(page: Page, label: string, text: string): Promise<void> {
  const bar = page.getByRole('search');
  await bar.getByLabel(label).fill(text);
  await bar.getByLabel(label).press('Enter');
}

describe('departments', () => {
  test('are added, changed, deleted, and kept while somebody needs them', async () => {
    const { page, context } = await signedIn('admin01', 'Admin2026');
    await open(page, '/system/office');
    await heading(page, '科室管理').waitFor();
    await add(page, '新增科室');
    const adding = dialog(page, '新增科室');
    await adding.getByLabel('科室名称').focus();
    await adding.getByLabel('负责人').focus();
    await adding.getByText('必填项不能为空').waitFor();
    await adding.getByLabel('科室名称').fill('内科');
    await adding.getByLabel('联系电话').fill('12');
    await button(adding, '保存').click();
    await adding.getByText('电话号码格式不正确').waitFor();
    await adding.getByLabel('联系电话').fill(' 010-12345678 ');
    await adding.getByLabel('分机号').fill('8012-1');
    await button(adding, '保存').click();
    await adding.getByText('只能输入纯数字').waitFor();
    await adding.getByLabel('分机号').fill('8012');
    await button(adding, '保存').click();
    await adding.getByText('科室名称已存在').waitFor();
    await adding.getByLabel('科室名称').fill('体检中心');
    await button(adding, '保存').click();
    await adding.waitFor({ state: 'detached' });

    await search(page, '科室名称', '体检');
    const found = page.getByRole('list', { name: '科室列表' }).getByRole('listitem');
    // Until then the list of before is there, which has the row too: its menu would go with it.
    await expect.poll(() => found.count()).toBe(1);
    await found.getByText('010-12345678 转 8012').waitFor();
    await doWithRow(page, '体检中心', '编辑');
    const editing = dialog(page, '编辑科室');
    expect(await editing.getByLabel('联系电话').inputValue()).toBe('010-12345678');
    await editing.getByLabel('负责人').fill('钟主任');
    // What was typed is not lost by a slip.
    await page.keyboard.press('Escape');
    await button(alertDialog(page, '温馨提示'), '继续填写').click();
    await button(editing, '保存').click();
    await page.getByRole('list', { name: '科室列表' }).getByText('钟主任').waitFor();

    await doWithRow(page, '体检中心', '删除');
    await button(dialog(page, '删除科室'), '确认删除').click();
    await page.getByText('没有符合条件的科室').waitFor();
    await search(page, '科室名称', '外科');
    await doWithRow(page, '外科', '删除');
    await dialog(page, '删除科室').getByText(/^科室下还有 \d+ 名人员，请先将人员移到其他科室$/).waitFor();
    expect(await button(dialog(page, '删除科室'), '确认删除').count()).toBe(0);
    await context.close();
  });

  test('come from a spreadsheet', async () => {
    const { page, context } = await signedIn('admin01', 'Admin2026', DESKTOP);
    await open(page, '/system/office');
    await button(page, '导入').click();
    const sheet = dialog(page, '导入科室');
    const [template] = await Promise.all([page.waitForEvent('download'), button(sheet, '下载模板').click()]);
    expect(template.suggestedFilename()).toBe('科室导入模板.xlsx');
    await sheet.locator('input[type="file"]').setInputFiles(await fileWith([DEPT_TITLES, ['血液净化中心'], ['内科']], 'wrong.xlsx'));
    await sheet.getByRole('row', { name: '3 科室名称 内科 科室名称已存在' }).waitFor();
    expect(await button(sheet, '导入').isDisabled()).toBe(true);
    await sheet.locator('input[type="file"]').setInputFiles(await fileWith([DEPT_TITLES, ['血液净化中心'], ['睡眠中心']], 'right.xlsx'));
    await button(sheet, '导入 2 个科室').click();
    await sheet.waitFor({ state: 'detached' });
    await search(page, '科室名称', '净化');
    await page.getByRole('table', { name: '科室列表' }).getByText('血液净化中心').waitFor();
    await context.close();
  });
});

describe('staff', () => {
  test('a new account is checked while it is typed, and its password has to be changed at first', async () => {
    const { page, context } = await signedIn('admin01', 'Admin2026');
    await open(page, '/system/user');
    await heading(page, '人员管理').waitFor();
    await add(page, '新增人员');
    const sheet = dialog(page, '新增人员');
    const account = sheet.getByLabel('账号');
    // The answer about what was typed first comes last.
    const held: (() => void)[] = [];
    await page.route(/checkUsername\?.*account=staff01(?:&|$)/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest(/checkUsername/);
    await account.fill('staff01');
    await asked;
    await account.fill('newnurse01');
    await sheet.getByText('账号可用').waitFor();
    for (const release of held) release();
    await page.waitForTimeout(300);
    await sheet.getByText('账号可用').waitFor();
    await page.unroute(/checkUsername/);
    await account.fill('STAFF01');
    await sheet.getByText('账号已存在').waitFor();
    await account.fill('a b');
    await account.blur();
    await sheet.getByText('账号为字母数字组成').waitFor();

    // Pasted from a table.
    await account.fill(' newnurse01 ');
    await sheet.getByLabel('姓名').fill('新护士');
    await sheet.getByLabel('科室').selectOption({ label: '内科' });
    await sheet.getByLabel('手机号').fill(' 13712345678 ');
    await sheet.getByLabel('身份证号').fill(' 11010519491231002x ');
    await sheet.getByLabel('邮箱').fill('newnurse@hospital');
    await sheet.getByLabel('邮箱').blur();
    await sheet.getByText('邮箱地址格式不正确').waitFor();
    await sheet.getByLabel('邮箱').fill('newnurse@hospital.example');
    await sheet.getByText('账号可用').waitFor();
    expect(await sheet.locator('[aria-invalid=true]').count()).toBe(0);
    const password = await sheet.getByLabel('初始密码').inputValue();
    expect(password).toMatch(/^[A-Za-z0-9]{12}$/);
    await button(sheet, '保存').click();
    const shown = alertDialog(page, '人员已新增');
    await shown.getByText(password).waitFor();
    await button(shown, '我已告知本人').click();
    await page.getByRole('list', { name: '人员列表' }).getByText('137****5678').first().waitFor();
    expect(await page.content()).not.toMatch(/13712345678|newnurse@/);

    const other = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
    const first = await other.newPage();
    await first.goto(`${server.url}/#/login`);
    await first.getByLabel('账号').fill('newnurse01');
    await first.getByRole('textbox', { name: '密码' }).fill(password);
    await button(first, '登录').click();
    await heading(first, '修改初始密码').waitFor();
    // There is no way round it.
    await open(first, '/mytask/index');
    await heading(first, '修改初始密码').waitFor();
    await first.getByLabel('原密码').fill(password);
    await first.getByLabel('新密码', { exact: false }).first().fill('weak');
    await first.getByLabel('确认新密码').fill('weak');
    await button(first, '修改密码').click();
    await first.getByText('密码必须为字母数字组成,长度要在8-16位之间').first().waitFor();
    await first.getByLabel('新密码', { exact: false }).first().fill('Bamboo2026');
    await first.getByLabel('确认新密码').fill('Bamboo2026');
    await button(first, '修改密码').click();
    await heading(first, '我的任务').waitFor();

    // Reset, which throws the person out everywhere.
    await doWithRow(page, '新护士', '重置密码');
    await button(alertDialog(page, '重置密码'), '重置').click();
    const reset = alertDialog(page, '密码已重置');
    await reset.getByText('newnurse01').waitFor();
    await button(reset, '我已告知本人').click();
    await open(first, '/law/index');
    await open(first, '/usercenter/usercenter');
    // Whatever asks the server first is told so, as what is fetched ahead may be.
    const isOut = button(first, '登录');
    await button(first, '登录设备').or(isOut).first().waitFor();
    if (!(await isOut.isVisible())) await button(first, '登录设备').click({ timeout: 5000 }).catch(() => undefined);
    await isOut.waitFor({ timeout: 30_000 });
    await first.getByText('密码已由管理员重置，请用新密码登录。数据已保存在本机').waitFor();

    // The whole number is told in the form alone.
    await doWithRow(page, '新护士', '编辑');
    const editing = dialog(page, '编辑人员');
    expect(await editing.getByLabel('手机号').inputValue()).toBe('13712345678');
    expect(await editing.getByLabel('邮箱').inputValue()).toBe('newnurse@hospital.example');
    await editing.getByLabel('角色').selectOption({ label: '管理员' });
    await button(editing, '保存').click();
    await editing.waitFor({ state: 'detached' });
    await doWithRow(page, '新护士', '停用');
    await button(alertDialog(page, '停用人员'), '停用').click();
    await page.getByRole('listitem').filter({ hasText: '新护士' }).getByText('停用').waitFor();
    await doWithRow(page, '新护士', '启用');
    await page.getByRole('listitem').filter({ hasText: '新护士' }).getByText('启用').waitFor();
    await other.close();
    await context.close();
  });

  test('administrators do not shut themselves out', async () => {
    const { page, context } = await signedIn('admin91', 'Admin2026', DESKTOP);
    await open(page, '/system/user');
    await search(page, '账号', 'admin91');
    await page.getByRole('table', { name: '人员列表' }).getByText('管理员').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'admin91' });
    expect(await deedsOfRow(page, '郑守仁')).toEqual(['编辑']);
    await row.getByRole('button').first().click();
    const editing = dialog(page, '编辑人员');
    await editing.getByLabel('性别').waitFor();
    expect(await editing.getByLabel(/角色|状态/).count()).toBe(0);
    await context.close();
  });

  test('come from a spreadsheet, with passwords that are told once', async () => {
    const { page, context } = await signedIn('admin01', 'Admin2026');
    await open(page, '/system/user');
    await button(page, '新增人员等操作').click();
    await page.getByRole('menuitem', { name: '导入' }).click();
    const sheet = dialog(page, '导入人员');
    const file = sheet.locator('input[type="file"]');
    await file.setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') });
    await sheet.getByText('只支持 .xlsx 格式的表格文件').waitFor();
    await file.setInputFiles({ name: 'staff.xlsx', mimeType: '', buffer: Buffer.from('not a workbook') });
    await sheet.getByText('文件内容不是 .xlsx 表格').waitFor();
    await file.setInputFiles(await fileWith([STAFF_TITLES, ['甲', 'staff01', '没有科'], ['乙', 'fresh01', '内科']], 'wrong-staff.xlsx'));
    await sheet.getByText('发现 2 处问题').waitFor();
    await file.setInputFiles(await fileWith([STAFF_TITLES, ['=A1+B1', 'fresh01', '内科'], ['乙', 'fresh02', '外科', '', '', '', '', '', 'Chosen2026']], 'right-staff.xlsx'));
    await button(sheet, '导入 2 名人员').click();
    const passwords = alertDialog(page, '初始密码');
    await passwords.getByRole('row', { name: /fresh01/ }).waitFor();
    expect(await passwords.getByRole('row').count()).toBe(2);
    await button(passwords, '关闭').click();
    await button(alertDialog(page, '温馨提示'), '返回下载').click();
    const [download] = await Promise.all([page.waitForEvent('download'), button(passwords, '下载密码表').click()]);
    const csv = await readFile(await download.path(), 'utf8');
    const [, password] = /^内科,'=A1\+B1,fresh01,(\w{12})\r$/m.exec(csv) ?? [];
    expect(password).toBeDefined();
    await button(passwords, '关闭').click();
    await passwords.waitFor({ state: 'detached' });

    const other = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block' });
    const first = await other.newPage();
    await first.goto(`${server.url}/#/login`);
    await first.getByLabel('账号').fill('fresh01');
    await first.getByRole('textbox', { name: '密码' }).fill(password ?? '');
    await button(first, '登录').click();
    await heading(first, '修改初始密码').waitFor();
    await other.close();
    await context.close();
  });
});

describe('the own account', () => {
  test('shows where it is signed in, ends that elsewhere, and can be read without a network', async () => {
    const { page, context } = await signedIn('staff02', 'Staff2026', PHONE, 'allow');
    const elsewhere = await signedIn('staff02', 'Staff2026', DESKTOP);
    await waitForWorker(page);
    await open(page, '/usercenter/usercenter');
    await heading(page, '个人中心').waitFor();
    const sessions = page.getByRole('list', { name: '登录设备' });
    const way = (name: string) => button(page, name).click();
    const closeSheet = (name: string) => button(dialog(page, name), '关闭').click();
    await way('登录设备');
    await sessions.getByText('本设备').waitFor();
    expect(await sessions.getByRole('listitem').count()).toBe(2);

    await closeSheet('登录设备');
    await way('个人信息');
    const facts = page.getByRole('region', { name: '基本信息' });
    const masked = (await facts.textContent()) ?? '';
    expect(masked).toMatch(/1\d{2}\*{4}\d{4}/);
    await button(facts, '显示完整的手机号、邮箱和身份证号').click();
    await facts.getByText(/^1\d{10}$/).waitFor();
    await facts.getByText(/^staff02@/).waitFor();
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).not.toContain('staff02@');
    expect(stored).not.toMatch(/"tel\\?":\\?"1\d{10}/);
    await button(facts, '隐藏完整的手机号、邮箱和身份证号').click();
    expect(await facts.textContent()).toBe(masked);

    await closeSheet('个人信息');
    await way('登录设备');
    await sessions.getByRole('button', { name: /^退出/ }).click();
    await button(alertDialog(page, '温馨提示'), '退出登录').click();
    await sessions.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
    await open(elsewhere.page, '/usercenter/usercenter');
    await button(elsewhere.page, '登录设备').click();
    await button(elsewhere.page, '登录').waitFor({ timeout: 30_000 });

    await closeSheet('登录设备');
    await way('修改密码');
    const form = page.getByRole('form', { name: '修改密码' });
    await page.getByLabel('原密码').fill('Ｗｒｏｎｇ2026');
    await page.getByLabel('原密码').blur();
    await page.getByText('密码为字母数字组成', { exact: true }).waitFor();
    await page.getByLabel('原密码').fill('Wrong2026');
    await page.getByLabel(/^新密码/).fill('Better2026');
    await page.getByLabel('确认新密码').fill('Other2026');
    await button(form, '修改密码').click();
    await page.getByText('两次输入的密码不一致').waitFor();
    await page.getByLabel('确认新密码').fill('Better2026');
    await button(form, '修改密码').click();
    await page.getByText('原密码错误').waitFor();
    await page.getByLabel('原密码').fill('Staff2026');
    await button(form, '修改密码').click();
    await page.getByText('密码已修改').waitFor();
    await form.waitFor({ state: 'detached' });

    await context.setOffline(true);
    await reload(page);
    await heading(page, '个人中心').waitFor();
    await way('个人信息');
    expect(await facts.textContent()).toBe(masked);
    // That there is no network is found out after the start.
    await expect.poll(() => button(facts, '显示完整的手机号、邮箱和身份证号').isDisabled()).toBe(true);
    await closeSheet('个人信息');
    await way('修改密码');
    await page.getByText('当前没有网络，联网后可以修改密码。').waitFor();
    await elsewhere.context.close();
    await context.close();
  });
});

test('departments without a kind are said to be asked everything, and get kinds by their names', async () => {
  const company = `(select comp_no from employee where account = 'admin01')`;
  const database = new Database(join(server.dataDir, 'zyzc.db'));
  database.exec(`update dept set kind = null where dept_name in ('外科', '检验科') and comp_no = ${company}`);
  database.close();
  const { page, context } = await signedIn('admin01', 'Admin2026');
  await open(page, '/system/office');
  await page.getByText('2 个科室没有科室类别').waitFor();
  await button(page, '按名称补上').click();
  const sheet = dialog(page, '补上科室类别');
  const [surgery, laboratory] = [sheet.getByLabel('外科'), sheet.getByLabel('检验科')];
  expect(await surgery.locator('option:checked').textContent()).toBe('外科');
  expect(await laboratory.locator('option:checked').textContent()).toBe('检验科');
  await laboratory.selectOption('');
  await button(sheet, '保存 1 个').click();
  await page.getByText('1 个科室没有科室类别').waitFor();
  expect(query(server, `select kind from dept where dept_name = '外科' and comp_no = ${company}`)).toEqual([{ kind: 'surgery' }]);
  await button(page, '按名称补上').click();
  await button(sheet, '保存 1 个').click();
  await page.getByText(/没有科室类别/).waitFor({ state: 'detached' });
  await context.close();
});

test('what two administrators change in one record at once stays, both of it', async () => {
  const [first, second] = await Promise.all([signedIn('admin01', 'Admin2026', DESKTOP), signedIn('admin01', 'Admin2026', DESKTOP)]);
  const openDepartment = async ({ page }: { page: Page }): Promise<Locator> => {
    await open(page, '/system/office');
    await heading(page, '科室管理').waitFor();
    await doWithRow(page, '急诊科', '编辑');
    return dialog(page, '编辑科室');
  };
  const openEmployee = async ({ page }: { page: Page }): Promise<Locator> => {
    await open(page, '/system/user');
    await search(page, '账号', 'staff03');
    await page.getByRole('row', { name: /staff03/ }).getByRole('button').first().click();
    await dialog(page, '编辑人员').getByLabel('邮箱').waitFor();
    return dialog(page, '编辑人员');
  };
  const save = async (form: Locator): Promise<void> => {
    await button(form, '保存').click();
    await form.waitFor({ state: 'detached' });
  };

  const departments = [await openDepartment(first), await openDepartment(second)] as const;
  await departments[0].getByLabel('备注').fill('急诊楼一层');
  await save(departments[0]);
  await departments[1].getByLabel('负责人').fill('新主任');
  await save(departments[1]);
  await second.page.getByRole('row', { name: /^急诊科 .*新主任/ }).waitFor();
  const department = await openDepartment(second);
  expect(await department.getByLabel('备注').inputValue()).toBe('急诊楼一层');
  // The same field in two ways: who saves last is told, and saves once more.
  const other = await openDepartment(first);
  await department.getByLabel('负责人').fill('乙主任');
  await save(department);
  await other.getByLabel('负责人').fill('甲主任');
  await button(other, '保存').click();
  await other.getByText('刚刚被其他管理员改为“乙主任”，再次保存以您填写的为准').waitFor();
  // The list behind shows it, too.
  await first.page.locator('tr', { hasText: '急诊科' }).filter({ hasText: '乙主任' }).waitFor();
  await save(other);
  await first.page.getByRole('row', { name: /^急诊科 .*甲主任/ }).waitFor();

  const employees = [await openEmployee(first), await openEmployee(second)] as const;
  await employees[0].getByLabel('状态').selectOption('停用');
  await save(employees[0]);
  await employees[1].getByLabel('邮箱').fill('staff03@hospital.example');
  await save(employees[1]);
  await second.page.getByRole('row', { name: /停用.*staff03/ }).waitFor();
  await Promise.all([first.context.close(), second.context.close()]);
});

test('who works with the keyboard goes on where a dialog was opened, or a button was pressed', async () => {
  const { page, context } = await signedIn('admin01', 'Admin2026', DESKTOP);
  await open(page, '/system/user');
  await search(page, '账号', 'staff02');
  const row = page.getByRole('row', { name: /staff02/ });
  await row.waitFor();
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  // As on a busy device, where what a button did may be over before its rest begins.
  await page.evaluate(() => {
    const later = window.setTimeout.bind(window) as (handle: TimerHandler, ms?: number) => number;
    window.setTimeout = ((handle: TimerHandler, ms?: number) => later(handle, ms === 0 ? 150 : ms)) as typeof window.setTimeout;
  });
  const opener = rowMenu(row, /^更多操作/);
  for (const [index, [name, opened]] of ([['编辑', dialog(page, '编辑人员').getByLabel('邮箱')], ['重置密码', alertDialog(page, '重置密码')], ['停用', alertDialog(page, '停用人员')]] as const).entries()) {
    await opener.focus();
    await page.keyboard.press('Enter');
    for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown');
    expect(await hasFocus(page.getByRole('menuitem', { name, exact: true }))).toBe(true);
    await page.keyboard.press('Enter');
    await opened.waitFor();
    await page.keyboard.press('Escape');
    await opened.waitFor({ state: 'detached' });
    // Its rest takes the focus from the button once more.
    await page.waitForTimeout(700);
    await expect.poll(() => hasFocus(opener), { message: name }).toBe(true);
  }
  const resetting = button(page.getByRole('search'), '重置');
  await resetting.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => resetting.isDisabled()).toBe(true);
  await expect.poll(() => resetting.isEnabled()).toBe(true);
  await expect.poll(() => hasFocus(resetting)).toBe(true);
  await context.close();
});
