import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextSheet } from '@/parts/forms/TextSheet.tsx';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { draftKey, type DraftRow } from '@/offline/storage/rows.ts';
import { clearSession, storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../../offline/people.ts';
import { signInSomebody } from '../../features/my-tasks/render-view.tsx';

const FORM = 'cancel-task:t1';
const WORDS = '与省级专项检查合并';

let rows: AccountRows;
beforeEach(() => {
  rows = signInSomebody();
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const sheet = (form: string | undefined, onConfirm: (reason: string) => Promise<string>, onClose = (): void => undefined) => (
  <TextSheet
    form={form}
    title="取消任务"
    label="取消原因"
    rows={3}
    maxLength={200}
    backLabel="不取消"
    confirmLabel="确认取消"
    tone="danger"
    onConfirm={onConfirm}
    onClose={onClose}
  >
    取消后不能恢复。
  </TextSheet>
);
const refuse = (): Promise<never> => Promise.reject(new Error('refused'));
/** As a page opens it, and closes it when it is told to. */
function open(onConfirm: (reason: string) => Promise<string> = refuse, form = FORM) {
  const view = render(sheet(form, onConfirm, () => view.rerender(sheet(undefined, onConfirm))));
  return view;
}

const reason = () => screen.findByLabelText<HTMLTextAreaElement>(/取消原因/);
const button = (name: string) => screen.findByRole('button', { name });
const isRestored = (): boolean => screen.queryByText('已恢复上次填写而未提交的内容') !== null;
const stored = async (form = FORM): Promise<unknown> => (await rows.disk.read((read) => read.get<DraftRow>(draftKey(form))))?.data;
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function typed(): Promise<void> {
  open();
  await userEvent.type(await reason(), WORDS);
  await expect.poll(() => stored()).toBe(WORDS);
}

describe('a reason that was typed and not sent', () => {
  it('is there again when the sheet is opened for the same thing, and for no other', async () => {
    await typed();
    cleanup();
    open(refuse, 'cancel-task:t2');
    expect((await reason()).value).toBe('');
    expect(isRestored()).toBe(false);
    cleanup();
    open();
    expect((await reason()).value).toBe(WORDS);
    expect(isRestored()).toBe(true);
  });

  it('is kept for its writer with its last letters, where the session ends before a pause', async () => {
    const { account } = rows;
    const view = open(async () => {
      clearSession();
      throw new Error('signed out');
    });
    await userEvent.type(await reason(), WORDS);
    await userEvent.click(await button('确认取消'));
    view.unmount();
    await expect.poll(() => stored()).toBe(WORDS);
    signInSomebody();
    open();
    expect((await reason()).value).toBe('');
    cleanup();
    act(() => storeSession(signedInAs(account)));
    open();
    expect((await reason()).value).toBe(WORDS);
  });

  it('stays where the server refuses, and is gone once it has it', async () => {
    await typed();
    await userEvent.click(await button('确认取消'));
    expect((await reason()).value).toBe(WORDS);
    expect(await stored()).toBe(WORDS);
    cleanup();
    const sent: string[] = [];
    open(async (text) => {
      sent.push(text);
      return '任务已取消';
    });
    await userEvent.click(await button('确认取消'));
    await isGone();
    expect(sent).toEqual([WORDS]);
    expect(await stored()).toBeUndefined();
    cleanup();
    open();
    expect((await reason()).value).toBe('');
  });

  it('is gone once it was thrown away: in closing the sheet, or to begin anew', async () => {
    await typed();
    await userEvent.click(await button('不取消'));
    await userEvent.click(await button('放弃填写'));
    await isGone();
    expect(await stored()).toBeUndefined();
    cleanup();

    await typed();
    cleanup();
    open();
    await userEvent.click(await button('丢弃，重新填写'));
    expect(await screen.findByText('上次填写而未提交的内容会被丢弃，不能恢复。')).toBeDefined();
    await userEvent.click(await button('丢弃'));
    await waitFor(async () => expect((await reason()).value).toBe(''));
    expect(isRestored()).toBe(false);
    await expect.poll(() => stored()).toBeUndefined();
  });

  it('is asked for by the browser before the page goes only where this phone does not store it', async () => {
    const isAsked = (): boolean => {
      const event = new Event('beforeunload', { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    await typed();
    expect(isAsked()).toBe(false);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await userEvent.type(await reason(), '。');
    await expect.poll(isAsked).toBe(true);
  });

  it('is kept only where it differs from what stood there at first, and gives way to that', async () => {
    const answered = (): void => {
      render(
        <TextSheet
          form={FORM}
          title="答复"
          label="取消原因"
          first="已核实"
          rows={3}
          maxLength={200}
          backLabel="不取消"
          confirmLabel="答复"
          tone="primary"
          onConfirm={refuse}
          onClose={() => undefined}
        >
          意见
        </TextSheet>,
      );
    };
    answered();
    expect((await reason()).value).toBe('已核实');
    await userEvent.type(await reason(), '，已整改');
    await expect.poll(() => stored()).toBe('已核实，已整改');
    cleanup();
    answered();
    await waitFor(async () => expect((await reason()).value).toBe('已核实，已整改'));
    await userEvent.click(await button('丢弃，重新填写'));
    await userEvent.click(await button('丢弃'));
    await waitFor(async () => expect((await reason()).value).toBe('已核实'));
    await expect.poll(() => stored()).toBeUndefined();
  });
});
