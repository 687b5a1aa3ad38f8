// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { signOut, switchAccount } from '@/app/sign-out.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';
import { keysFor, rememberPhoneAccount } from '@/offline/people/phone-accounts.ts';
import { unlock } from '@/offline/people/unlock.ts';
import { getToken, storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../offline/people.ts';

it('seals the session as it is when the person agrees to leave, though it was renewed while that was asked', async () => {
  const signedIn = signedInAs('leaver');
  await rememberPhoneAccount(signedIn.user, await keysFor('leaver', 'Staff2026', 100));
  storeSession(signedIn);
  noteInMemory('drafts leaver', 1);
  const leaving = switchAccount();
  await screen.findByText('有 1 项未能存入本机，关闭页面就会丢失。确定切换吗？');
  act(() => storeSession({ ...signedIn, accessToken: 'renewed', refreshToken: 'renewed' }));
  await userEvent.click(screen.getByRole('button', { name: '仍要切换' }));
  await leaving;
  noteInMemory('drafts leaver', 0);
  expect(getToken()).toBe('');
  expect((await unlock('leaver', 'Staff2026')).renewal).toMatchObject({ accessToken: 'renewed', refreshToken: 'renewed' });
});

it('says how much the phone refused to store, of whatever kind', async () => {
  storeSession(signedInAs('leaver'));
  noteInMemory('drafts leaver', 1);
  const leaving = signOut();
  await screen.findByText(/有 1 项未能存入本机，关闭页面就会丢失。确定退出吗？/);
  await userEvent.click(screen.getByRole('button', { name: '取消' }));
  await leaving;
  expect(getToken()).not.toBe('');
  noteInMemory('drafts leaver', 0);
});
