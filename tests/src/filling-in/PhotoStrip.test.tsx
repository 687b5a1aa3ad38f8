import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PhotoStrip } from '@/filling-in/PhotoStrip.tsx';
import { storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../offline/people.ts';

beforeEach(() => act(() => storeSession(signedInAs('photo-strip'))));

const choose = async (names: string[]): Promise<void> => {
  const { container } = render(<PhotoStrip photos={[]} onBeforeCamera={() => Promise.resolve()} onAdd={() => Promise.resolve()} onOpen={() => undefined} />);
  const album = container.querySelector('input[multiple]');
  if (album === null) throw new Error('there is no way to choose photos');
  fireEvent.change(album, { target: { files: names.map((name) => new File(['no picture'], name, { type: 'image/jpeg' })) } });
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
