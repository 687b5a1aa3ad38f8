// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { getDeparture } from '@/app/departure.ts';
import { endSession } from '@/app/end-session.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';
import { forgetEnd, whyEnded } from '@/session/ended-sign-in.ts';
import { getUser, storeSession } from '@/session/session-store.ts';
import { signedInAs } from '../offline/people.ts';

beforeEach(() => storeSession(signedInAs('worker')));

it('says that nothing was lost', () => {
  endSession();
  expect(getDeparture()).toMatchObject({ kind: 'ended', reason: '登录已过期,数据已保存,请重新登录' });
});

it('gives the server’s reason where the person has to know it, after a reload too', () => {
  const account = getUser()?.account ?? '';
  endSession('账号已停用，请联系管理员', true);
  const reason = '账号已停用，请联系管理员。数据已保存在本机';
  expect(getDeparture()).toMatchObject({ kind: 'ended', reason });
  expect([whyEnded(account), whyEnded('somebody')]).toEqual([reason, undefined]);
  forgetEnd();
});

it('keeps to its own words for anything else that the server says', () => {
  endSession('请先登录');
  expect(getDeparture()).toMatchObject({ reason: '登录已过期,数据已保存,请重新登录' });
});

it('says that the page is still needed where the phone refused to store something', () => {
  noteInMemory('entries worker', 1);
  endSession();
  expect(getDeparture()).toMatchObject({ kind: 'ended', reason: '登录已过期，请重新登录。有内容未能存入本机，登录前请不要关闭或刷新页面，登录后会继续上传，没有提交的填写会恢复' });
});
