import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import { forgetShownPhotos, loadPhoto } from '@/offline/files/photos.ts';
import { startReachability } from '@/offline/network/reachability.ts';
import { usePhotoUrl } from '@/offline/files/usePhotoUrl.ts';
import { storeSession } from '@/session/session-store.ts';
import { answerCalls } from '../../features/answering-server.ts';
import { signedInAs } from '../people.ts';

const photo = { message: 'a picture', type: 'image/jpeg' };
const sha256 = '00'.repeat(32);
/** What the server says of a photo; undefined where there is no network. */
let said: { code?: number; message: string; type?: string } | undefined;
const broken = { code: code.internal, message: '服务器发生错误' };
/** Photos that the server fails to give whatever else it says, and how often each was asked for, by their hashes. */
const lost = new Set<string>();
const asked = new Map<string, number>();
answerCalls(({ path }) => {
  const wanted = [...path.matchAll(/[0-9a-f]{64}/g)].join();
  asked.set(wanted, (asked.get(wanted) ?? 0) + 1);
  return said !== undefined && lost.has(wanted) ? broken : said;
});

let end: () => void;
beforeEach(() => {
  forgetShownPhotos();
  act(() => storeSession(signedInAs('photo-url')));
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  end = startReachability();
});
afterEach(() => end());
const show = (photo = sha256) => renderHook(() => usePhotoUrl(photo)).result;

test('without a network it is said to come with one, and it comes', async () => {
  said = undefined;
  const shown = show();
  await waitFor(() => expect(shown.current.problem).toBe('联网后可看'));
  said = photo;
  // Any answer of the server tells.
  await loadPhoto('11'.repeat(32));
  await waitFor(() => expect(shown.current).toMatchObject({ url: 'blob:photo', problem: undefined }));
});

test('where the server has no such photo, no network will bring it', async () => {
  said = { code: code.notFound, message: '文件不存在' };
  const shown = show();
  await waitFor(() => expect(shown.current.problem).toBe('照片不在服务器上'));
});

test('where the server fails, it can be tried again', async () => {
  said = broken;
  const shown = show();
  await waitFor(() => expect(shown.current.problem).toBe('暂时无法显示'));
  said = photo;
  act(() => shown.current.retry());
  await waitFor(() => expect(shown.current).toMatchObject({ url: 'blob:photo', problem: undefined }));
});

test('what failed is tried once more when one that failed could be loaded, and not again by what that brings', async () => {
  const photos = ['a1', 'a2', 'a3', 'a4'].map((start) => start.repeat(32));
  const [first, second, lostOne, lostToo] = photos as [string, string, string, string];
  lost.add(lostOne).add(lostToo);
  said = broken;
  const [thumbnail, other, ...failing] = photos.map((sha) => show(sha));
  const viewer = show(first);
  await waitFor(() => expect([thumbnail, other, ...failing, viewer].map((one) => one?.current.problem)).toEqual(Array(5).fill('暂时无法显示')));
  asked.clear();
  said = photo;
  act(() => viewer.current.retry());
  for (const one of [viewer, thumbnail, other]) await waitFor(() => expect(one?.current).toMatchObject({ url: 'blob:photo', problem: undefined }));
  await waitFor(() => expect([lostOne, lostToo].map((one) => asked.get(one))).toEqual([1, 1]));
  // As long as another round would take.
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  // The thumbnail takes what the viewer was given.
  expect(photos.map((one) => asked.get(one))).toEqual([1, 1, 1, 1]);
  expect(failing.map((one) => one.current.problem)).toEqual(['暂时无法显示', '暂时无法显示']);

  // What never failed tells nothing of those that did.
  asked.clear();
  const fresh = show('a5'.repeat(32));
  await waitFor(() => expect(fresh.current.url).toBe('blob:photo'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect([second, lostOne, lostToo].map((one) => asked.get(one))).toEqual([undefined, undefined, undefined]);
});
