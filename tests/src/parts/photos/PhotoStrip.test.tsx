import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAnswers } from '@/offline/entries/answers.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { answerKey, PHOTO_PREFIX, type AnswerRow } from '@/offline/storage/rows.ts';
import { PhotoStrip } from '@/parts/photos/PhotoStrip.tsx';
import { clearSession, storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../../offline/people.ts';
import { unseen, valueOf } from '../../offline/tab.ts';
import { readPictures } from './read-pictures.ts';

beforeEach(() => act(() => storeSession(signedInAs('photo-strip'))));
afterEach(() => vi.unstubAllGlobals());

const show = (names: string[], onAdd: (sha256: string) => Promise<unknown>) => {
  const { container, unmount } = render(<PhotoStrip subject="第 12 项" photos={[]} onBeforeCamera={() => Promise.resolve()} onAdd={onAdd} onOpen={() => undefined} />);
  const album = container.querySelector('input[multiple]');
  if (album === null) throw new Error('there is no way to choose photos');
  fireEvent.change(album, { target: { files: names.map((name) => new File([name], name, { type: 'image/jpeg' })) } });
  return unmount;
};
const choose = async (names: string[]): Promise<void> => {
  show(names, () => Promise.resolve());
  await waitFor(() => expect(screen.queryAllByText('处理中')).toEqual([]));
};

test('of several photos it is told which could not be read', async () => {
  await choose(['one.jpg', 'two.heic']);
  expect(screen.getByRole('alert').textContent).toBe('第 1、2 张没有添加：无法读取这张照片，请重新拍摄或换一张');
});

test('a single one needs no number', async () => {
  await choose(['one.jpg']);
  expect(screen.getByRole('alert').textContent).toBe('无法读取这张照片，请重新拍摄或换一张');
});

describe('one that proves unreadable when nobody sees its place any more', () => {
  const leaveAndFail = async (meanwhile: () => void): Promise<string | undefined> => {
    let fail: (() => void) | undefined;
    vi.stubGlobal('createImageBitmap', () => new Promise((_, reject) => (fail = () => reject(new Error('broken')))));
    const leave = show(['one.heic'], () => Promise.resolve());
    await waitFor(() => expect(fail).toBeDefined());
    leave();
    meanwhile();
    fail?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    return screen.queryByRole('alert')?.textContent;
  };

  test('is told with its place', async () => {
    expect(await leaveAndFail(() => undefined)).toBe('第 12 项有照片没有添加：无法读取这张照片，请重新拍摄或换一张');
    screen.getByRole('alert').remove();
  });

  test('is told to nobody else', async () => {
    expect(await leaveAndFail(() => storeSession(signedInAs('a-colleague')))).toBeUndefined();
  });
});

test('several photos are kept for the person who chose them, though the session ends meanwhile and another person signs in', async () => {
  const decode = readPictures();
  const store = await openAnswers('t1');
  const added: string[] = [];
  const leave = show(['one.jpg', 'two.jpg', 'three.jpg'], (sha256) => {
    added.push(sha256);
    return store.set('p1', valueOf({ photos: [...added] }), unseen);
  });
  const decodeNext = async (): Promise<void> => {
    const before = added.length;
    await waitFor(() => {
      if (added.length === before) decode();
      expect(added.length).toBe(before + 1);
    });
  };
  await decodeNext();
  act(() => clearSession());
  leave();
  await decodeNext();
  storeSession(signedInAs('a-colleague'));
  await decodeNext();
  const { disk } = accountRows('photo-strip');
  await waitFor(async () => expect((await disk.read((rows) => rows.get<AnswerRow>(answerKey('t1', 'p1'))))?.value.photos).toEqual(added));
  const photosOf = (account: string) => accountRows(account).disk.read((rows) => rows.keys(PHOTO_PREFIX));
  expect(await photosOf('photo-strip')).toEqual(added.map((sha256) => PHOTO_PREFIX + sha256).toSorted());
  expect(await photosOf('a-colleague')).toEqual([]);
});

test('the browser asks before the page goes while a chosen photo is not stored yet', async () => {
  const doesBrowserAsk = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const decode = readPictures();
  let store = (): void => undefined;
  const stored = new Promise<void>((resolve) => (store = resolve));
  const onAdd = vi.fn(() => stored);
  show(['one.jpg'], onAdd);
  expect(doesBrowserAsk()).toBe(true);
  await waitFor(() => {
    decode();
    expect(onAdd).toHaveBeenCalled();
  });
  expect(doesBrowserAsk()).toBe(true);
  store();
  await waitFor(() => expect(doesBrowserAsk()).toBe(false));
});
