import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { memo } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import { enqueueSubmit, openOutbox } from '@/offline/entries/outbox.ts';
import { hashOf, storePhoto } from '@/offline/files/photos.ts';
import { useAnswerStore, useAnswerSummary, useLocalAnswer } from '@/offline/entries/useAnswers.ts';
import { readDraft } from '@/offline/forms/form-drafts.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useOutbox, useOutboxCounts, useWaitingSubmit } from '@/offline/sending/useOutbox.ts';
import { usePhotoUrl } from '@/offline/files/usePhotoUrl.ts';
import { storeSession } from '@/session/session-store.ts';
import { signedInAs } from './people.ts';
import { unseen, valueOf } from './tab.ts';

let account = 0;
beforeEach(() => {
  account += 1;
  act(() => storeSession(signedInAs(`hooks-${account}`)));
});

const points = Array.from({ length: 50 }, (_, index) => ({ pointId: `p${index}`, categoryId: 'c', answer: null }) as unknown as DeptTaskPoint);

test('lesson 26: a tap renders its own card and the counts, and no other card', async () => {
  const renders = new Map<string, number>();
  const Card = memo(function Card({ store, pointId }: { store: AnswerStore; pointId: string }) {
    renders.set(pointId, (renders.get(pointId) ?? 0) + 1);
    return <span data-testid={pointId}>{useLocalAnswer(store, pointId)?.saveState ?? ''}</span>;
  });
  function Counts({ store }: { store: AnswerStore }) {
    return <b data-testid="answered">{useAnswerSummary(store, points).answered}</b>;
  }
  let opened: AnswerStore | undefined;
  function Task() {
    const store = useAnswerStore('t1', '六月自查');
    if (!store) return <i>加载中</i>;
    opened = store;
    return (
      <>
        <Counts store={store} />
        {points.map(({ pointId }) => (
          <Card key={pointId} store={store} pointId={pointId} />
        ))}
      </>
    );
  }
  render(<Task />);
  await screen.findByTestId('p0');
  renders.clear();
  await act(async () => void (await opened?.set('p7', valueOf(), unseen)));
  expect(screen.getByTestId('p7').textContent).toBe('saved');
  expect(screen.getByTestId('answered').textContent).toBe('1');
  expect([...renders.keys()]).toEqual(['p7']);
});

test('the outbox and its counts follow, per account', async () => {
  const { result } = renderHook(() => ({ view: useOutbox(), counts: useOutboxCounts(), submit: useWaitingSubmit('t1') }));
  await waitFor(() => expect(result.current.view.problem).toBeNull());
  expect(result.current.counts.total).toBe(0);
  await act(async () => void (await enqueueSubmit('t1', '六月自查')));
  await waitFor(() => expect(result.current.counts).toMatchObject({ total: 1, waiting: 1 }));
  expect(result.current.view.entries).toMatchObject([{ kind: 'submit', taskName: '六月自查' }]);
  expect(result.current.submit?.state).toBe('waiting');
  act(() => storeSession(signedInAs(`hooks-${account}-other`)));
  await waitFor(() => expect(result.current.view.entries).toEqual([]));
  expect((await openOutbox(`hooks-${account}`)).counts().total).toBe(1);
});

test('a photo is shown from this phone, and its address is released', async () => {
  const urls = new Set<string>();
  URL.createObjectURL = () => {
    const url = `blob:${urls.size}`;
    urls.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => void urls.delete(url);
  const sha256 = await storePhoto(`hooks-${account}`, new Uint8Array([1, 2, 3]).buffer, 'image/jpeg');
  const { result, unmount } = renderHook(() => usePhotoUrl(sha256));
  expect(result.current).toMatchObject({ url: undefined, problem: undefined });
  await waitFor(() => expect(result.current.url).toMatch(/^blob:/));
  expect(urls.size).toBe(1);
  unmount();
  expect(urls.size).toBe(0);
});

test('bytes are named by their SHA-256', async () => {
  expect(await hashOf(new TextEncoder().encode('abc').buffer as ArrayBuffer)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

/** A window with that form, as it is read from the phone; what it is left with is stored when it is hidden. */
const formWindow = (typed: string) => {
  const first = { typed };
  const { rerender, unmount } = renderHook(({ data }) => useFormDraft('notice:two', data, data.typed !== ''), { initialProps: { data: first } });
  return {
    type: (text: string) => rerender({ data: { typed: text } }),
    hide: () => act(async () => void document.dispatchEvent(new Event('visibilitychange'))),
    close: unmount,
  };
};
const keptText = async (): Promise<string | undefined> => (await readDraft<{ typed: string }>('notice:two'))?.data.typed;

test('a window in which nobody typed neither deletes nor overwrites what another one keeps of the same form', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const empty = formWindow('');
  const first = formWindow('');
  first.type('第一稿');
  await waitFor(async () => expect(await keptText()).toBe('第一稿'));
  await empty.hide();
  expect(await keptText()).toBe('第一稿');
  empty.close();
  expect(await keptText()).toBe('第一稿');

  const restored = formWindow('第一稿');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  first.type('第一稿，又写了第二段');
  await waitFor(async () => expect(await keptText()).toBe('第一稿，又写了第二段'));
  await restored.hide();
  restored.close();
  expect(await keptText()).toBe('第一稿，又写了第二段');
  first.type('');
  await waitFor(async () => expect(await keptText()).toBeUndefined());
  first.close();
  vi.restoreAllMocks();
});

test('what a form begins with is on this phone although nothing was typed', async () => {
  const copied = formWindow('照去年的任务');
  await waitFor(async () => expect(await keptText()).toBe('照去年的任务'));
  copied.close();
});

test('a form that is typed into without a pause is on this phone a second later', async () => {
  const { rerender } = renderHook(({ typed }) => useFormDraft('notice:new', { typed }, typed !== ''), { initialProps: { typed: '' } });
  for (let length = 1; length <= 16; length += 1) {
    rerender({ typed: 'x'.repeat(length) });
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  }
  expect((await readDraft<{ typed: string }>('notice:new'))?.data.typed.length).toBeGreaterThanOrEqual(5);
});

test('a form that was thrown away and stays does not say that it is on this phone', async () => {
  const { result, rerender } = renderHook(({ typed }) => useFormDraft('notice:gone', { typed }, true), { initialProps: { typed: 'x' } });
  await waitFor(() => expect(result.current.isKept).toBe(true));
  await act(() => result.current.forget());
  rerender({ typed: 'xx' });
  expect(result.current.isKept).toBe(false);
});
