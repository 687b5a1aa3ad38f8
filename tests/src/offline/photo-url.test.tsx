import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { code } from '#contract/codes.ts';
import { loadPhoto } from '@/offline/photos.ts';
import { startReachability } from '@/offline/reachability.ts';
import { usePhotoUrl } from '@/offline/usePhotoUrl.ts';
import { storeSession } from '@/session/session-store.ts';
import { answerCalls } from '../features/answering-server.ts';
import { signedInAs } from './people.ts';

const photo = { message: 'a picture', type: 'image/jpeg' };
const sha256 = '00'.repeat(32);
/** What the server says of a photo; undefined where there is no network. */
let said: { code?: number; message: string; type?: string } | undefined;
answerCalls(() => said);

let end: () => void;
beforeEach(() => {
  act(() => storeSession(signedInAs('photo-url')));
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  end = startReachability();
});
afterEach(() => end());
const show = () => renderHook(() => usePhotoUrl(sha256)).result;

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
  said = { code: code.internal, message: '服务器发生错误' };
  const shown = show();
  await waitFor(() => expect(shown.current.problem).toBe('暂时无法显示'));
  said = photo;
  act(() => shown.current.retry());
  await waitFor(() => expect(shown.current).toMatchObject({ url: 'blob:photo', problem: undefined }));
});
