// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CorrectionValue } from '#contract/self-correction.ts';
import { answerKey, CREATED_KEY, correctionKey, copyKey, draftKey, LAST_PLACE_KEY, placeKey, photoKey, queriesKey, submittedKey, uploadedKey, uploadKey, type AnswerRow, type CorrectionRow, type Row } from '@/offline/storage/rows.ts';
import { signedInAs } from '../people.ts';
import { forgetBrowser, openTab, type Tab, unseen, valueOf } from '../tab.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const AT = '2026-06-15T02:00:00.000Z';

let tab: Tab;
beforeEach(async () => {
  forgetBrowser();
  tab = await openTab();
  tab.signIn(signedInAs('e1'));
});
afterEach(() => vi.useRealTimers());

const forgetting = () => import('@/offline/people/forget-account.ts');
const put = (key: string, row: Row) => tab.accountRows('e1').disk.change(async (rows) => rows.put(key, row));
const keys = (account = 'e1') => tab.accountRows(account).disk.read((rows) => rows.keys(''));
const photo = (name: string) => tab.storePhoto('e1', new TextEncoder().encode(name).buffer, 'image/jpeg');

/** What an inspection leaves on a phone: some of it delivered, and read from the server. */
async function fillPhone(): Promise<{ delivered: string }> {
  const delivered = await photo('delivered');
  await put(uploadedKey(delivered), { v: 1, uploadedAt: AT });
  const value = valueOf({ result: 'unqualified', remark: '已送达的说明', photos: [delivered] });
  const correction: CorrectionValue = { measures: '已送达的措施', responsible: '张三', photosAfter: [delivered], correctedAt: '2026-06-15' };
  await put(answerKey('t1', 'p1'), { v: 1, deptTaskId: 't1', pointId: 'p1', value, entryId: null, confirmed: { value, revision: 1 } } satisfies AnswerRow);
  await put(correctionKey('c1', 'i1'), { v: 1, correctionId: 'c1', itemId: 'i1', value: correction, entryId: null, confirmed: { value: correction, revision: 1 } } satisfies CorrectionRow);
  await put(submittedKey('t1'), { v: 1, deptTaskId: 't1', submittedAt: AT, returnedAt: null, status: 'submitted', isLate: false });
  await put(placeKey('t1'), { v: 1, pointId: 'p1', offset: 0 });
  await put(LAST_PLACE_KEY, { v: 1, id: 't1' });
  await put(copyKey('task', 't1'), { v: 1, data: {}, keptAt: AT });
  await put(copyKey('correction', 'c1'), { v: 1, data: {}, keptAt: AT });
  localStorage.setItem(queriesKey('e1'), '{}');
  return { delivered };
}

/** What the server does not have. */
async function fillWaiting(): Promise<string[]> {
  const waiting = await photo('waiting');
  await (await tab.openAnswers('t1')).set('p2', valueOf({ result: 'unqualified', remark: '等待', photos: [waiting] }), unseen);
  await put(draftKey('declaration:0:new'), { v: 1, form: 'declaration:0:new', data: { title: '草稿' }, keptAt: AT });
  await put(uploadKey('declaration:0:new', 'u1'), { v: 1, id: 'u1', name: '附件.pdf', type: 'application/pdf', sha256: 'a'.repeat(64), bytes: new ArrayBuffer(1) });
  return [answerKey('t1', 'p2'), photoKey(waiting), draftKey('declaration:0:new'), uploadKey('declaration:0:new', 'u1')];
}

test('what was delivered goes with the sign-out, and what waits stays', async () => {
  await fillPhone();
  const waiting = await fillWaiting();
  const { total } = (await tab.openOutbox('e1')).counts();
  tab.session.clearSession();
  await (await forgetting()).forgetReadData('e1');
  const left = (await keys()).filter((key) => !key.startsWith('entry:') && key !== CREATED_KEY);
  expect(left.toSorted()).toEqual(waiting.toSorted());
  expect((await keys()).filter((key) => key.startsWith('entry:'))).toHaveLength(total);
  expect(localStorage.getItem(queriesKey('e1'))).toBeNull();

  // The same person finds it again, and it reaches the server.
  tab = await openTab();
  tab.signIn(signedInAs('e1'));
  expect((await tab.openAnswers('t1')).get('p2')).toMatchObject({ value: { remark: '等待' } });
});

test('what is delivered just after the sign-out goes as well, and stays once somebody has signed in', async () => {
  await fillWaiting();
  tab.session.clearSession();
  await (await forgetting()).forgetReadData('e1');
  const value = valueOf({ remark: '刚刚送达' });
  const delivered: AnswerRow = { v: 1, deptTaskId: 't1', pointId: 'p2', value, entryId: null, confirmed: { value, revision: 1 } };
  await put(answerKey('t1', 'p2'), delivered);
  await expect.poll(() => keys()).not.toContain(answerKey('t1', 'p2'));

  tab.signIn(signedInAs('e1'));
  await put(answerKey('t1', 'p2'), delivered);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await keys()).toContain(answerKey('t1', 'p2'));
});

test('nothing of another account on the phone goes with it', async () => {
  tab.signIn(signedInAs('e2'));
  await (await tab.openAnswers('t1')).set('p1', valueOf(), unseen);
  const before = await keys('e2');
  tab.signIn(signedInAs('e1'));
  await fillPhone();
  tab.session.clearSession();
  await (await forgetting()).forgetReadData('e1');
  expect((await keys()).filter((key) => key !== CREATED_KEY)).toEqual([]);
  expect(await keys('e2')).toEqual(before);
});

test('all of an account goes a month after its last use, unless something waits', async () => {
  const accounts = await import('@/offline/people/phone-accounts.ts');
  const now = Date.now();
  await accounts.rememberPhoneAccount(signedInAs('e1').user, undefined, now - 31 * DAY_MS);
  await fillPhone();
  const waiting = await fillWaiting();
  tab.session.clearSession();
  await accounts.forgetOldAccounts(now);
  expect((await keys()).filter((key) => !key.startsWith('entry:') && key !== CREATED_KEY).toSorted()).toEqual(waiting.toSorted());
  expect((await accounts.listPhoneAccounts()).map(({ employeeId }) => employeeId)).toEqual(['e1']);

  await tab.accountRows('e1').disk.change(async (rows) => {
    for (const key of await rows.keys('')) if (!key.startsWith('meta:')) rows.remove(key);
  });
  await fillPhone();
  await accounts.forgetOldAccounts(now);
  expect(await accounts.listPhoneAccounts()).toEqual([]);
  expect((await keys()).filter((key) => key !== CREATED_KEY)).toEqual([]);
  expect(localStorage.getItem(queriesKey('e1'))).toBeNull();
});
