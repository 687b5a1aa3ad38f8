import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { FieldError } from '#contract/envelope.ts';
import type { Employee } from '#contract/staff.ts';
import UserPage from '@/features/staff/UserPage.tsx';
import { answerCalls } from '../answering-server.ts';
import { signInSomebody } from '../my-tasks/render-view.tsx';

const employees = ['王芳', '李敏', '赵停'].map(
  (employeeName, index): Employee => ({
    id: `e${index}`,
    account: `staff0${index}`,
    employeeName,
    sex: '女',
    tel: '',
    email: '',
    idCard: '',
    deptId: 'd1',
    deptName: '内科',
    roleId: 1,
    isAdmin: 0,
    enabled: employeeName === '赵停' ? 0 : 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastSignInAt: null,
  }),
);

/** Ends the wait of each change that the server was asked for, in their order. */
let waiting: (() => void)[] = [];
/** What comes of a change; undefined where the answer is lost. */
let said: { code?: number; message: string; details?: FieldError[] } | undefined;
/** The change of a person that was sent last. */
let changed: unknown;
/** What somebody else has changed of whoever is read. */
let meanwhile: Partial<Employee> = {};
/** How each reset was asked for. */
let resets: (string | null)[] = [];
const held = new Set<string>([apiPaths.updateCompanyAccountPwd.path, apiPaths.updateCompanyAccount.path, apiPaths.addCompanyAccount.path]);
answerCalls(async ({ path, query, read }) => {
  if (held.has(path)) {
    if (path === apiPaths.updateCompanyAccount.path) changed = read();
    if (path === apiPaths.updateCompanyAccountPwd.path) resets.push(query.get('again'));
    await new Promise<void>((resolve) => waiting.push(resolve));
    return said;
  }
  if (path === apiPaths.queryCompanyAccountPage.path) return { message: { records: employees, total: employees.length, pageNum: 1, pageSize: 10 } };
  if (path === apiPaths.queryCompanyDeptList.path) return { message: [{ id: 'd1', deptName: '内科', employeeCount: 2 }, { id: 'd2', deptName: '外科', employeeCount: 0 }] };
  return { message: { ...employees.find(({ id }) => path.endsWith(`/${id}`)), ...meanwhile } };
});

beforeEach(async () => {
  waiting = [];
  resets = [];
  meanwhile = {};
  said = { message: '' };
  signInSomebody();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <UserPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findAllByText('王芳');
});
afterEach(cleanup);

const press = async (button: HTMLElement): Promise<void> => {
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
};
const tap = async (label: string): Promise<void> => press(await screen.findByRole('button', { name: label }));
/** What stands behind the button of a row. */
const doWith = async (employee: string, deed: string): Promise<void> => {
  await tap(`更多操作 ${employee}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: deed }));
};
const uppermost = () => within([...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body);
const sheet = (title: string) =>
  waitFor(() => {
    const top = uppermost();
    top.getByRole('heading', { name: title });
    return top;
  });
const tapIn = async (title: string, label: string): Promise<void> => press(await (await sheet(title)).findByRole('button', { name: label }));
/** Of the form that is open. */
const name = () => waitFor(() => uppermost().getByLabelText<HTMLInputElement>(/^姓名/));
const openNew = async (): Promise<void> => {
  await tap('新增人员等操作');
  await userEvent.click(await screen.findByRole('menuitem', { name: '新增人员' }));
};
const discard = async (title: string): Promise<void> => {
  await tapIn(title, '关闭');
  await tapIn('温馨提示', '放弃填写');
};
/** The server answers the first of what it was asked for, and the page has heard it. */
async function answer(): Promise<void> {
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  await act(async () => {
    waiting.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
}

it('a new password that comes late is shown above a form that was opened meanwhile, which stays as it was filled in', async () => {
  await doWith('王芳', '重置密码');
  await tapIn('重置密码', '重置');
  await openNew();
  await userEvent.type(await name(), '赵强');
  await answer();
  expect((await sheet('密码已重置')).getByText('staff00')).toBeDefined();
  await tapIn('密码已重置', '我已告知本人');
  expect(await name()).toHaveProperty('value', '赵强');
});

it('of two new passwords each is shown until it was told', async () => {
  for (const [before, employee] of ['王芳', '李敏'].entries()) {
    await doWith(employee, '重置密码');
    await tapIn('重置密码', '重置');
    // Of two requests on their way, either may arrive first.
    await expect.poll(() => waiting).toHaveLength(before + 1);
  }
  await answer();
  await sheet('密码已重置');
  await answer();
  for (const account of ['staff00', 'staff01']) {
    expect((await sheet('密码已重置')).getByText(account)).toBeDefined();
    await tapIn('密码已重置', '我已告知本人');
  }
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('a form whose saving was not waited for leaves the one that was opened since as it is', async () => {
  await doWith('王芳', '编辑');
  await userEvent.type(await name(), '华');
  await tapIn('编辑人员', '保存');
  await discard('编辑人员');
  await doWith('李敏', '编辑');
  await userEvent.type(await name(), '慧');
  await answer();
  await screen.findByText('人员已保存');
  expect(await name()).toHaveProperty('value', '李敏慧');
});

it('shows the password of somebody who was added after the form was closed, and leaves another form open', async () => {
  await openNew();
  await userEvent.type(await name(), '赵强');
  const form = await sheet('新增人员');
  await userEvent.type(form.getByLabelText(/^账号/), 'zhaoqiang');
  await form.findByRole('option', { name: '内科' });
  await userEvent.selectOptions(form.getByLabelText(/^科室/), 'd1');
  await tapIn('新增人员', '保存');
  await discard('新增人员');
  await doWith('李敏', '编辑');
  await userEvent.type(await name(), '慧');
  await answer();
  expect((await sheet('人员已新增')).getByText('zhaoqiang')).toBeDefined();
  await tapIn('人员已新增', '我已告知本人');
  expect(await name()).toHaveProperty('value', '李敏慧');
});

it('a person who is moved is sent with the department that the form began with', async () => {
  await doWith('王芳', '编辑');
  await name();
  const form = await sheet('编辑人员');
  await form.findByRole('option', { name: '外科' });
  await userEvent.selectOptions(form.getByLabelText(/^科室/), 'd2');
  await tapIn('编辑人员', '保存');
  await answer();
  expect(changed).toMatchObject({ id: 'e0', deptId: 'd2', read: { deptId: 'd1' } });
});

it('a new password whose answer was lost is not called refused: it may be in force', async () => {
  await doWith('王芳', '重置密码');
  await tapIn('重置密码', '重置');
  said = undefined;
  await answer();
  expect((await sheet('没有收到结果')).getByText(/密码可能已经重置，请再次重置以得到新密码。$/)).toBeDefined();
  await tapIn('没有收到结果', '知道了');

  await doWith('王芳', '重置密码');
  await tapIn('重置密码', '重置');
  said = { code: code.conflict, message: '账号已停用，请先启用再重置密码' };
  await answer();
  expect((await sheet('没有重置')).getByText('账号已停用，请先启用再重置密码')).toBeDefined();
  await tapIn('没有重置', '知道了');
});

it('a password that another administrator has reset a moment ago is reset again by who was told of that', async () => {
  const message = '管理员乙刚刚（08:00）重置过这个账号的密码，再次重置后，那次的新密码不能再用';
  const refuse = async (): Promise<void> => {
    await doWith('王芳', '重置密码');
    await tapIn('重置密码', '重置');
    said = { code: code.conflict, message, details: [{ field: 'account', message }] };
    await answer();
  };
  await refuse();
  expect((await sheet('刚刚重置过')).getByText(`${message}。仍要重置吗？`)).toBeDefined();
  await tapIn('刚刚重置过', '取消');
  expect(resets).toEqual([null]);

  await refuse();
  await tapIn('刚刚重置过', '仍要重置');
  said = { message: '' };
  await answer();
  expect((await sheet('密码已重置')).getByText('staff00')).toBeDefined();
  expect(resets).toEqual([null, null, '1']);
  await tapIn('密码已重置', '我已告知本人');
});

it('of somebody who is disabled no password is offered that nobody could sign in with', async () => {
  await tap('更多操作 赵停');
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['编辑', '启用']);
});

it('a name that is put back to what it was before another administrator changed it is sent', async () => {
  await doWith('王芳', '编辑');
  await userEvent.type(await name(), '华');
  await tapIn('编辑人员', '保存');
  const message = '刚刚被其他管理员改为“王方”，再次保存以您填写的为准';
  said = { code: code.conflict, message: '刚刚被其他管理员修改', details: [{ field: 'employeeName', message }] };
  meanwhile = { employeeName: '王方', email: 'wf@hospital.example' };
  await answer();
  const form = await sheet('编辑人员');
  await form.findByText(message);
  expect(form.getByLabelText(/^邮箱/)).toHaveProperty('value', 'wf@hospital.example');
  await userEvent.clear(await name());
  await userEvent.type(await name(), '王芳');
  await tapIn('编辑人员', '保存');
  said = { message: '' };
  await answer();
  expect(changed).toMatchObject({ id: 'e0', employeeName: '王芳', read: { employeeName: '王方', email: 'wf@hospital.example' } });
  expect(changed).not.toHaveProperty('email');
});
