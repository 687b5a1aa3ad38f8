import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configureApi } from '@/api/hooks.ts';
import { describeFailure } from '@/app/error-messages.ts';
import { LoginPage } from '@/features/sign-in/LoginPage.tsx';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { rememberPhoneAccount } from '@/offline/people/phone-accounts.ts';
import { forgetEnd, noteEnd } from '@/session/ended-sign-in.ts';
import { rememberAccount } from '@/session/last-account.ts';
import { signedInAs } from '../../offline/people.ts';
import { answerEntry, rowsOf } from '../sync-center/entries.ts';

// There is no server behind these tests: what it answers is tested in tests/src/api and in tests/e2e.
beforeEach(() => {
  localStorage.clear();
  configureApi({ onSignedOut: () => undefined, describeFailure });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const account = () => screen.getByLabelText<HTMLInputElement>('账号');
const password = () => screen.getByLabelText<HTMLInputElement>('密码');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: '登录' });
/** Until what a field says when it is left is there. */
const leave = async (field: HTMLElement): Promise<void> => {
  fireEvent.blur(field);
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
};
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);

describe('LoginPage', () => {
  it('asks for what is missing when a field is left', async () => {
    render(<LoginPage reason={undefined} />);
    const leaveWith = async (text: string): Promise<(string | null)[]> => {
      await userEvent.clear(account());
      if (text !== '') await userEvent.type(account(), text);
      await leave(account());
      return alerts();
    };
    expect(await leaveWith('')).toEqual(['必填项不能为空']);
    expect(await leaveWith('张三')).toEqual(['账号为字母数字组成']);
    expect(await leaveWith('  staff01 ')).toEqual([]);
  });

  it('goes to the first field that is wrong instead of signing in', async () => {
    render(<LoginPage reason={undefined} />);
    await userEvent.type(account(), 'staff01');
    await userEvent.click(submit());
    expect(alerts()).toEqual(['必填项不能为空']);
    expect(document.activeElement).toBe(password());
  });

  it('says under the form what went wrong, and lets the person try again', async () => {
    render(<LoginPage reason={undefined} />);
    await userEvent.type(account(), 'staff01');
    await userEvent.type(password(), 'Staff2026{Enter}');
    await waitFor(() => expect(alerts()).toEqual(['服务器链接超时']));
    await waitFor(() => expect(submit().disabled).toBe(false));
    expect(password().value).toBe('Staff2026');
  });

  it('points out characters that are in no password, and leaves the judgement to the server', async () => {
    render(<LoginPage reason={undefined} />);
    await userEvent.type(account(), 'staff01');
    await userEvent.type(password(), 'Ｓｔａｆｆ2026');
    await leave(password());
    expect(alerts()).toEqual(['密码为字母数字组成']);
    await userEvent.click(submit());
    await waitFor(() => expect(alerts()).toEqual(['密码为字母数字组成', '服务器链接超时']));
    await userEvent.clear(password());
    await userEvent.type(password(), 'Staff@2026');
    await leave(password());
    expect(alerts()).toEqual(['服务器链接超时']);
  });

  it('takes a password that is pasted or filled in by a password manager', async () => {
    render(<LoginPage reason={undefined} />);
    expect([account().autocomplete, password().autocomplete]).toEqual(['username', 'current-password']);
    await userEvent.click(password());
    await userEvent.paste('Pasted2026');
    expect(password().value).toBe('Pasted2026');
  });

  it('shows and hides the password', async () => {
    render(<LoginPage reason={undefined} />);
    expect(password().type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: '显示密码', pressed: false }));
    expect(password().type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: '显示密码', pressed: true }));
    expect(password().type).toBe('password');
  });

  it('says of each who used this phone what waits for a network, and what waits for the person', async () => {
    const { user } = signedInAs('busy-1');
    await rememberPhoneAccount(user, undefined);
    const entries = (['waiting', 'needsLogin', 'failed', 'conflict'] as const).map((state) => answerEntry(user.employeeId, { state }));
    await accountRows(user.employeeId).disk.change(async (rows) => {
      for (const [key, row] of rowsOf(entries)) rows.put(key, row);
    });
    render(<LoginPage reason={undefined} />);
    const listed = within(await screen.findByRole('button', { name: new RegExp(user.employeeName) }));
    expect(await listed.findByText('2 项待上传')).toBeTruthy();
    expect(listed.getByText('2 项需处理')).toBeTruthy();
  });

  it('knows an account that is typed in other letters, as the server does', async () => {
    const { user } = signedInAs('Other-1');
    await rememberPhoneAccount(user, undefined);
    const entry = answerEntry(user.employeeId);
    await accountRows(user.employeeId).disk.change(async (rows) => {
      for (const [key, row] of rowsOf([entry])) rows.put(key, row);
    });
    render(<LoginPage reason={undefined} />);
    const listed = await screen.findByRole('button', { name: new RegExp(user.employeeName) });
    await within(listed).findByText('1 项待上传');
    await userEvent.type(account(), ' other-1');
    expect(listed.getAttribute('aria-pressed')).toBe('true');
  });

  it('remembers who signed in last, and why the session ended', () => {
    rememberAccount('staff02');
    render(<LoginPage reason="登录已过期,数据已保存,请重新登录" />);
    expect(account().value).toBe('staff02');
    expect(screen.getByText('登录已过期,数据已保存,请重新登录')).toBeTruthy();
  });

  it('says why the server ended the sign-in of that account, after the app was closed too', async () => {
    rememberAccount('staff02');
    noteEnd('staff02', '密码已由管理员重置，请用新密码登录。数据已保存在本机');
    render(<LoginPage reason={undefined} />);
    expect(screen.getByText('密码已由管理员重置，请用新密码登录。数据已保存在本机')).toBeTruthy();
    await userEvent.clear(account());
    await userEvent.type(account(), 'staff01');
    expect(screen.queryByText(/密码已由管理员重置/)).toBeNull();
    forgetEnd();
  });

  it('tells who was never on this phone what can be done without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(<LoginPage reason={undefined} />);
    await userEvent.type(account(), 'staff01');
    await userEvent.type(password(), 'Staff2026{Enter}');
    await waitFor(() => expect(alerts()).toEqual(['本账号未在这台设备登录过，请联网后登录。']));
    expect(screen.getByText(/^当前没有网络。登录需要联网/)).toBeTruthy();
  });

  it.each([
    [false, /当前没有网络/],
    [true, /连接不上服务器/],
  ])('says in words why one cannot sign in now (network: %s)', async (isOnline, words) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    render(<LoginPage reason={undefined} />);
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
