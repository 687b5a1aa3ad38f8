import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import SyncCenterPage from '@/features/sync-center/SyncCenterPage.tsx';
import { paths } from '@/lib/paths.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { copyKey, DELIVERED_KEY, entryKey, type DeliveredRow, type OutboxEntry } from '@/offline/storage/rows.ts';
import { onSyncRequested } from '@/offline/entries/sync-status.ts';
import { fillDisk, refuseDatabases } from '../../offline/browser-storage.ts';
import { queriesOf, renderView, signInSomebody, storedAnswers, storedEntries } from '../my-tasks/render-view.tsx';
import { taskDetail, taskPoint } from '../my-tasks/fixture.ts';
import { answerEntry, correctionEntry, rowsOf, submitEntry, theirAnswer } from './entries.ts';

let rows: AccountRows;
let end = (): void => undefined;
beforeEach(() => {
  rows = signInSomebody();
});
afterEach(() => end());

async function store(entries: readonly OutboxEntry[]): Promise<void> {
  await rows.disk.change(async (write) => {
    for (const [key, row] of rowsOf(entries)) write.put(key, row);
  });
}

async function open() {
  renderView(<SyncCenterPage />, { client: queriesOf(), path: paths.sync.path, at: paths.sync.to() });
  await screen.findByText('本机照片');
  return userEvent.setup();
}

const me = () => rows.account;
const group = () => screen.findByRole('region', { name: '内科日常自查' });

describe('离线与同步', () => {
  it('says of each entry where it stands, and lists one by one only what needs the person', async () => {
    await store([
      answerEntry(me()),
      answerEntry(me()),
      answerEntry(me(), {}, { result: 'unqualified' }),
      answerEntry(me(), { state: 'failed', lastError: '任务已取消（重复）' }),
      answerEntry(me(), { state: 'failed', failure: 'photosMissing', lastError: '照片缺失，请重新拍摄，或删去照片并在说明中注明' }),
      answerEntry(me(), { state: 'needsLogin', lastError: '登录已过期' }),
      submitEntry(me()),
    ]);
    const user = await open();
    const card = within(await group());
    for (const words of ['未能上传 1', '照片缺失 1', '缺说明 1', '需要登录 1', '待上传 3']) expect(card.getByText(words)).toBeDefined();
    expect(card.getAllByRole('listitem')).toHaveLength(3);
    expect(card.getByText('任务已取消（重复）')).toBeDefined();
    expect(screen.getByText('需要重新登录')).toBeDefined();
    await user.click(card.getByRole('button', { name: '查看其余 4 项' }));
    expect(card.getAllByRole('listitem')).toHaveLength(7);
    expect(card.getByText('等本任务的结果全部送达后自动提交。')).toBeDefined();
  });

  it('leads from what lacks its explanation to where it is filled in', async () => {
    await store([answerEntry(me(), {}, { result: 'unqualified' })]);
    const user = await open();
    await user.click(within(await group()).getByRole('button', { name: '去填写' }));
    expect(await screen.findByText('another screen')).toBeDefined();
  });

  it('lists a value and the one that follows it once, as the person gave it last', async () => {
    const older = correctionEntry(me(), { attempts: 1 }, { measures: '已更换' });
    const newer = correctionEntry(me(), { after: older.id }, { measures: '已更换', responsible: '张三', correctedAt: '2026-03-01T00:00:00.000Z' });
    await store([older, newer]);
    const user = await open();
    const card = within(await screen.findByRole('region', { name: '自纠 · 内科日常自查' }));
    expect(card.getByText('待上传 1')).toBeDefined();
    expect(card.getByText('1 项整改')).toBeDefined();
    expect(screen.getByText('0/1 已送达')).toBeDefined();
    await user.click(card.getByRole('button', { name: '查看 1 项' }));
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('已整改：已更换')]);
  });

  it('never says that what lives in this tab only is stored on this phone', async () => {
    await open();
    await rows.changeUnsaved(async (write) => {
      for (const [key, row] of rowsOf([answerEntry(me())])) write.put(key, row);
    });
    expect(await screen.findByText('1 项未能存入本机')).toBeDefined();
    expect(screen.getByText(/关闭页面就会丢失/)).toBeDefined();
    expect(screen.queryByText(/保存在本机，送达服务器之前不会删除/)).toBeNull();
  });

  it('lessons 24, 28: counts what has arrived of the present batch, and asks to keep the app open meanwhile', async () => {
    const waiting = [answerEntry(me()), answerEntry(me())];
    await rows.disk.change(async (write) => write.put(DELIVERED_KEY, { v: 1, count: 10, isWhole: false } satisfies DeliveredRow));
    await store(waiting);
    await open();
    expect(await screen.findByText('10/12 已送达')).toBeDefined();
    expect(screen.getByText(/^请保持打开直到同步完成/)).toBeDefined();
    // None is listed one by one.
    expect(screen.getByRole('button', { name: '查看 2 项' })).toBeDefined();
    await rows.disk.change(async (write) => {
      for (const entry of waiting) write.remove(entryKey(entry.id));
      write.put(DELIVERED_KEY, { v: 1, count: 12, isWhole: true } satisfies DeliveredRow);
    });
    expect(await screen.findByText('12/12 已送达')).toBeDefined();
    await store([answerEntry(me())]);
    expect(await screen.findByText('0/1 已送达')).toBeDefined();
  });

  it('lesson 3: sends at a tap, however often, and tries refused entries again', async () => {
    const refused = answerEntry(me(), { state: 'failed', attempts: 1, lastError: '任务已取消', failure: 'photosMissing' });
    await store([refused]);
    const user = await open();
    let asked = 0;
    const end = onSyncRequested(() => void (asked += 1));
    const button = screen.getByRole('button', { name: '立即同步' });
    await user.click(button);
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    await waitFor(async () => expect(await storedEntries(rows)).toMatchObject([{ id: refused.id, state: 'waiting' }]));
    expect(await storedEntries(rows)).not.toHaveProperty('0.failure');
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    const before = asked;
    await user.click(button);
    await waitFor(() => expect(asked).toBeGreaterThan(before));
    end();
  });

  it('sends at a tap on a phone without a database what is in memory', async () => {
    end = refuseDatabases();
    renderView(<SyncCenterPage />, { client: queriesOf(), path: paths.sync.path, at: paths.sync.to() });
    const refused = answerEntry(me(), { state: 'failed', attempts: 1, lastError: '任务已取消' });
    await rows.changeUnsaved(async (write) => {
      for (const [key, row] of rowsOf([answerEntry(me()), refused])) write.put(key, row);
    });
    await screen.findByText('2 项未能存入本机');
    expect(await screen.findByText('请保持打开直到同步完成：未能存入本机的内容，关闭应用就会丢失。')).toBeDefined();
    // What another test was told last.
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), { timeout: 3000 });
    let asked = 0;
    const endWishes = onSyncRequested(() => void (asked += 1));
    await userEvent.click(await screen.findByRole('button', { name: '立即同步' }));
    await waitFor(() => expect(asked).toBe(1));
    expect(rows.unsaved.get<OutboxEntry>(entryKey(refused.id))).toMatchObject({ state: 'waiting' });
    // Nobody is there in this test; the phone has nothing of its own to say.
    expect(await screen.findByText('现在没有网络，请勿关闭页面')).toBeDefined();
    endWishes();
  });

  it('sends at a tap on a phone that is full, too', async () => {
    await store([answerEntry(me(), { state: 'failed', attempts: 1, lastError: '任务已取消' })]);
    const user = await open();
    end = fillDisk('atCommit');
    let asked = 0;
    const endWishes = onSyncRequested(() => void (asked += 1));
    await user.click(screen.getByRole('button', { name: '立即同步' }));
    await waitFor(() => expect(asked).toBe(1));
    endWishes();
  });

  it('says so when a full phone does not let one be tried again or handed in', async () => {
    await store([answerEntry(me(), { state: 'failed', attempts: 1, lastError: '甲' })]);
    const user = await open();
    end = fillDisk('atOnce');
    const item = within((await group()).querySelector('li') as HTMLElement);
    for (const name of ['重新上传', '交管理员处理']) {
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull(), { timeout: 3000 });
      await user.click(item.getByRole('button', { name }));
      expect((await screen.findByRole('alert')).textContent).toMatch(/^手机存储空间不足/);
    }
  });

  it('tries one again, and gives one up after asking', async () => {
    const kept = answerEntry(me(), { state: 'failed', lastError: '甲' });
    await store([kept, answerEntry(me(), { state: 'failed', lastError: '乙' })]);
    const user = await open();
    const items = within(await group());
    const itemWith = (words: string) => within(items.getByText(words).closest('li') as HTMLElement);
    await user.click(itemWith('甲').getByRole('button', { name: '重新上传' }));
    await waitFor(async () => expect((await storedEntries(rows)).find(({ id }) => id === kept.id)?.state).toBe('waiting'));
    await user.click(itemWith('乙').getByRole('button', { name: '放弃' }));
    await user.click(await screen.findByRole('button', { name: '放弃并删除' }));
    await waitFor(async () => expect(await storedEntries(rows)).toHaveLength(1));
  });

  it('hands refused answers in as late work, under their ids, and keeps what lacks a photo for the person', async () => {
    const refused = [answerEntry(me(), { state: 'failed', attempts: 1, lastError: '任务已取消（重复）' }), answerEntry(me(), { state: 'failed', attempts: 1, lastError: '任务已取消（重复）' })];
    const photoMissing = answerEntry(me(), { state: 'failed', failure: 'photosMissing', lastError: '照片缺失' });
    await store([...refused, photoMissing]);
    const user = await open();
    await user.click(within(await group()).getByRole('button', { name: '2 项未能上传，全部交管理员处理' }));
    await waitFor(async () => expect((await storedEntries(rows)).filter(({ kind }) => kind === 'late')).toHaveLength(2));
    for (const { id, payload } of refused) {
      const handedIn = (await storedEntries(rows)).find((entry) => entry.id === id);
      expect(handedIn).toMatchObject({ kind: 'late', state: 'waiting', payload });
      expect(handedIn).not.toHaveProperty('lastError');
    }
    expect((await storedEntries(rows)).find(({ id }) => id === photoMissing.id)).toMatchObject({ kind: 'answer', state: 'failed' });
    // The card of the task no longer shows it as its own.
    expect((await storedAnswers(rows, 'dept-task-1')).map(({ entryId }) => entryId)).toEqual([photoMissing.id]);
  });

  it('shows both sides of a conflict, and keeps the one that is chosen', async () => {
    const entry = answerEntry(me(), { state: 'conflict' }, { result: 'unqualified', remark: '没有上锁' });
    await store([{ ...entry, theirs: theirAnswer(entry.payload.pointId) }]);
    const user = await open();
    const choice = within(await screen.findByRole('group', { name: '两人的结果不同' }));
    expect(choice.getByText('林医生的')).toBeDefined();
    expect(choice.getByText('已补签')).toBeDefined();
    expect(choice.getByText('没有上锁')).toBeDefined();
    await user.click(choice.getByRole('button', { name: '保留我的' }));
    await waitFor(async () => expect(await storedEntries(rows)).toMatchObject([{ state: 'waiting', payload: { baseRevision: 4, value: { remark: '没有上锁' } } }]));
    expect((await storedEntries(rows))[0]?.id).not.toBe(entry.id);
  });

  it('names a return as what it is, and not the administrator as the writer of what was returned', async () => {
    const at = '2026-03-02T01:00:00.000Z';
    const returned = { measures: '已上锁', responsible: '李护士', photosAfter: [], correctedAt: null, savedByName: '周明远', savedAt: at, revision: 5, returnReason: '照片看不清', returnedAt: at };
    const entry = correctionEntry(me(), { state: 'conflict' }, { measures: '已换锁', responsible: '李护士' });
    await store([{ ...entry, theirs: { itemId: entry.payload.itemId, ...returned } }]);
    await open();
    const choice = within(await screen.findByRole('group', { name: '管理员退回了此项整改' }));
    expect(choice.getByText('退回时的内容').nextElementSibling?.textContent).toMatch(/照片看不清.*已上锁/);
    expect(choice.queryByText(/周明远/)).toBeNull();
    expect(choice.getByRole('button', { name: '采用退回时的' })).toBeDefined();

    // What a colleague wrote after it is the colleague's.
    await store([{ ...entry, theirs: { itemId: entry.payload.itemId, ...returned, savedByName: '王芳', savedAt: '2026-03-03T01:00:00.000Z', revision: 6 } }]);
    const other = within(await screen.findByRole('group', { name: '两人的整改内容不同' }));
    expect(other.getByText('王芳的')).toBeDefined();
  });

  it('tells what opens without a network, of when and how large', async () => {
    const detail = taskDetail(1, [taskPoint(1), taskPoint(2)]);
    await rows.disk.change(async (write) => write.put(copyKey('task', detail.id), { v: 1, data: detail, keptAt: '2026-03-04T01:02:03.000Z' }));
    await open();
    const item = await screen.findByRole('link', { name: /任务1/ });
    expect(item.textContent).toMatch(/2 个检查要点 · \d+\s(B|KB) · 03-04 09:02 更新/);
  });
});
