import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { LONG_TOAST_MS, notify, TOAST_MS } from '@/ui/basics/notify.ts';
import { wouldLose } from '@/ui/browser/leaving.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { MenuButton } from '@/ui/sheets/MenuButton.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';

afterEach(() => {
  cleanup();
  document.body.innerHTML = '';
});

describe('confirmDialog', () => {
  it('is called 温馨提示 unless it has a title', async () => {
    const answer = confirmDialog({ content: '确定删除吗？' });
    const dialog = await screen.findByRole('alertdialog', { name: '温馨提示' });
    expect(dialog.textContent).toContain('确定删除吗？');
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
    expect(await answer).toBe(false);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('tells what was chosen', async () => {
    const answer = confirmDialog({ title: '退出', content: '？', confirmText: '仍要退出' });
    await screen.findByRole('alertdialog', { name: '退出' });
    await userEvent.click(screen.getByRole('button', { name: '仍要退出' }));
    expect(await answer).toBe(true);
  });

  it('takes Escape for no', async () => {
    const answer = confirmDialog({ content: '？' });
    await screen.findByRole('alertdialog');
    await userEvent.keyboard('{Escape}');
    expect(await answer).toBe(false);
  });
});

describe('the question of a form that would be lost', () => {
  function Form({ onClose }: { onClose: () => void }) {
    const dismiss = useDismiss(true, onClose);
    return (
      <button type="button" onClick={() => void dismiss()}>
        关闭表单
      </button>
    );
  }

  it('goes with the form, which was being saved meanwhile', async () => {
    const handleClose = vi.fn<() => void>();
    const { rerender } = render(<Form onClose={handleClose} />);
    expect(wouldLose()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: '关闭表单' }));
    await screen.findByRole('alertdialog');
    rerender(<p>已保存</p>);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(handleClose).not.toHaveBeenCalled();
    expect(wouldLose()).toBe(false);
  });

  it('closes it where the person agrees', async () => {
    const handleClose = vi.fn<() => void>();
    render(<Form onClose={handleClose} />);
    await userEvent.click(screen.getByRole('button', { name: '关闭表单' }));
    await userEvent.click(await screen.findByRole('button', { name: '放弃填写' }));
    await waitFor(() => expect(handleClose).toHaveBeenCalledTimes(1));
  });
});

it('a sheet whose button is at work takes no more input until that is done', async () => {
  let finish = (): void => undefined;
  const work = (): Promise<void> => new Promise((resolve) => (finish = resolve));
  render(
    <Sheet isOpen title="新增科室" onClose={() => undefined} footer={<ActionButton onClick={work}>保存</ActionButton>}>
      <input aria-label="科室名称" />
      <ActionButton onClick={work}>读取</ActionButton>
    </Sheet>,
  );
  const isLocked = (): boolean => screen.getByLabelText('科室名称').closest('[inert]') !== null;
  await userEvent.click(screen.getByRole('button', { name: '读取' }));
  expect(isLocked()).toBe(false);
  finish();
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  expect(isLocked()).toBe(true);
  finish();
  await waitFor(() => expect(isLocked()).toBe(false));
});

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        打开
      </button>
      <Sheet isOpen={isOpen} title="选择科室" onClose={() => setIsOpen(false)}>
        <button type="button">内科</button>
      </Sheet>
    </>
  );
}

describe('Sheet', () => {
  it('takes the focus, keeps the page behind it out of reach, and gives both back', async () => {
    const root = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }));
    render(<Page />, { container: root });
    const opener = screen.getByRole('button', { name: '打开' });
    await userEvent.click(opener);
    const sheet = screen.getByRole('dialog', { name: '选择科室' });
    expect(document.activeElement).toBe(sheet);
    expect(root.inert).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(root.inert).toBe(false);
    expect(document.activeElement).toBe(opener);
  });
});

describe('MenuButton', () => {
  it('opens, moves by arrow keys, and chooses', async () => {
    const onSelect = vi.fn();
    render(<MenuButton items={[{ label: '个人信息', onSelect: () => undefined }, { label: '停用', isDisabled: true, onSelect: () => undefined }, { label: '退出', onSelect }]}>李护士</MenuButton>);
    const button = screen.getByRole('button', { name: '李护士' });
    await userEvent.click(button);
    expect(document.activeElement?.textContent).toBe('个人信息');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('退出');
    await userEvent.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('个人信息');
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('退出');
    await userEvent.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('closes at a press elsewhere', async () => {
    render(
      <>
        <p>别处</p>
        <MenuButton items={[{ label: '退出', onSelect: () => undefined }]}>李护士</MenuButton>
      </>,
    );
    await userEvent.click(screen.getByRole('button'));
    await userEvent.click(screen.getByText('别处'));
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('notify', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  const toasts = (): (string | null)[] => [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')].map((toast) => toast.textContent);

  it('keeps a message with a number to note down for longer', () => {
    notify('编号 1', 'error', LONG_TOAST_MS);
    vi.advanceTimersByTime(LONG_TOAST_MS - 1);
    expect(toasts()).toEqual(['编号 1']);
    vi.advanceTimersByTime(1);
    expect(toasts()).toEqual([]);
  });

  it('keeps other errors back for a second only, and repeats none', () => {
    notify('服务器发生错误，编号 1', 'error', LONG_TOAST_MS);
    vi.advanceTimersByTime(TOAST_MS - 1);
    notify('服务器链接超时', 'error');
    expect(toasts()).toEqual(['服务器发生错误，编号 1']);
    vi.advanceTimersByTime(1);
    notify('服务器发生错误，编号 1', 'error', LONG_TOAST_MS);
    vi.advanceTimersByTime(LONG_TOAST_MS - TOAST_MS - 1);
    expect(toasts(), 'still the first').toEqual(['服务器发生错误，编号 1']);
    notify('服务器链接超时', 'error');
    expect(toasts()).toEqual(['服务器链接超时']);
    vi.advanceTimersByTime(TOAST_MS - 1);
    expect(toasts(), 'its own second').toEqual(['服务器链接超时']);
    vi.advanceTimersByTime(1);
    expect(toasts()).toEqual([]);
  });

  it('shows one error at a time, for a second', () => {
    expect(TOAST_MS).toBe(1000);
    notify('第一个错误', 'error');
    notify('第二个错误', 'error');
    notify('加载超时', 'warning');
    expect(toasts()).toEqual(['第一个错误']);
    vi.advanceTimersByTime(999);
    expect(toasts()).toEqual(['第一个错误']);
    vi.advanceTimersByTime(1);
    expect(toasts()).toEqual([]);
    notify('第三个错误', 'error');
    expect(toasts()).toEqual(['第三个错误']);
  });

  it('lets what succeeded take the place of what is shown, for a second of its own', () => {
    notify('失败了', 'error');
    vi.advanceTimersByTime(600);
    notify('操作成功', 'success');
    expect(toasts()).toEqual(['操作成功']);
    vi.advanceTimersByTime(600);
    expect(toasts()).toEqual(['操作成功']);
    notify('又失败了', 'error');
    expect(toasts()).toEqual(['操作成功']);
    vi.advanceTimersByTime(400);
    expect(toasts()).toEqual([]);
  });
});
