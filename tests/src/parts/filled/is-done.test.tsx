import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StorageError } from '@/offline/storage/database.ts';
import { isDone } from '@/parts/filled/is-done.ts';

it('a deed that a full phone did not note down is not said to be lost with the page', async () => {
  expect(await isDone(Promise.reject(new StorageError('full', undefined)))).toBe(false);
  expect(screen.getByRole('alert').textContent).toBe('手机存储空间不足，请清理空间后再试');
});
