import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '#contract/calendar.ts';
import { code } from '#contract/codes.ts';
import type { DeptTaskDetail } from '#contract/task.ts';
import { ApiError } from '@/api/ApiError.ts';
import ToCompletePage from '@/features/my-tasks/ToCompletePage.tsx';
import { today } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { noteClockSkew } from '@/lib/server-clock.ts';
import { openAnswers } from '@/offline/entries/answers.ts';
import { keepPlace, readPlace } from '@/offline/forms/places.ts';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { answerKey, entryKey, type OutboxEntry } from '@/offline/storage/rows.ts';
import { myTaskDetailOptions } from '@/queries/work/my-task-queries.ts';
import { fillDisk } from '../../offline/browser-storage.ts';
import { readPictures } from '../../parts/photos/read-pictures.ts';
import { taskDetail, taskPoint } from './fixture.ts';
import { queriesOf, renderView, signInSomebody, storedAnswers, storedEntries } from './render-view.tsx';

let rows: AccountRows;
let number = 0;

beforeEach(() => {
  rows = signInSomebody();
  number += 1;
});

afterEach(() => vi.unstubAllGlobals());

const threePoints = () => [taskPoint(1), taskPoint(2), taskPoint(3, { categoryId: 'b', categoryName: '药品' })];

/** Answers all three, and submits; without a network the submission waits. */
async function submitThreePoints(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  for (const seq of [1, 2, 3]) await user.click(choice(seq, '合格'));
  await user.click(screen.getByRole('button', { name: '提交' }));
  await user.click(await screen.findByRole('button', { name: '确认提交' }));
  await screen.findByText('已提交（待上传）');
}

async function openToLeave(detail: DeptTaskDetail, client = queriesOf(detail)) {
  const { unmount } = renderView(<ToCompletePage />, { client, path: paths.toComplete.path, at: paths.toComplete.to(detail.id) });
  // It is hidden until the points are counted, as what counts of a category is.
  await waitFor(() => expect(counts()).toHaveProperty('hidden', false));
  return { user: userEvent.setup(), leave: unmount };
}
const open = async (...of: Parameters<typeof openToLeave>) => (await openToLeave(...of)).user;

const card = (seq: number): HTMLElement => screen.getByRole('group', { name: `要点${seq}：是否符合要求` });
const choice = (seq: number, name: string): HTMLElement => within(card(seq)).getByRole('radio', { name });
const counts = (): HTMLElement | null => screen.getByText(/^已查/).closest('p');
const progress = (): string => counts()?.textContent ?? '';

/** The first point answered 不合格 here, and 合格 by somebody whose answer the server holds. */
async function storeConflict(deptTaskId: string, pointId: string, answeredBy: string): Promise<void> {
  const mine = { result: 'unqualified', remark: '没有公示', photos: [], answeredAt: '2026-03-02T01:00:00.000Z' } as const;
  const theirs = { ...mine, pointId, result: 'qualified', remark: '在一楼', answeredBy, answeredByName: '林医生', savedAt: mine.answeredAt, revision: 4 } as const;
  const entry: OutboxEntry = {
    v: 1,
    id: '01900000-0000-7000-8000-00000000e001',
    account: rows.account,
    kind: 'answer',
    deptTaskId,
    taskName: '任务',
    payload: { pointId, content: '', value: { ...mine, photos: [] }, baseRevision: 0 },
    photoIds: [],
    state: 'conflict',
    attempts: 1,
    nextAttemptAt: 0,
    splits: 0,
    after: null,
    theirs: { ...theirs, photos: [] },
    createdAt: mine.answeredAt,
  };
  await rows.disk.change(async (write) => {
    write.put(entryKey(entry.id), entry);
    write.put(answerKey(deptTaskId, pointId), { v: 1, deptTaskId, pointId, value: { ...mine, photos: [] }, entryId: entry.id, confirmed: null });
  });
}

describe('one check point', () => {
  it('is stored in IndexedDB by a tap, and counted', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    expect(progress()).toBe('已查 0/3 · 不合格 0');
    await user.click(choice(1, '合格'));
    expect(choice(1, '合格')).toHaveProperty('checked', true);
    await within(card(1)).findByText(/已保存|待上传/);
    expect(await storedAnswers(rows, detail.id)).toMatchObject([{ pointId: detail.points[0]?.pointId, value: { result: 'qualified' } }]);
    expect(progress()).toBe('已查 1/3 · 不合格 0');
  });

  it('is answered with the arrow keys too', async () => {
    const user = await open(taskDetail(number, threePoints()));
    choice(1, '合格').focus();
    await user.keyboard(' {ArrowRight}');
    expect(choice(1, '不合格')).toHaveProperty('checked', true);
  });

  it('asks for a remark where something is wrong, keeps it meanwhile, and counts it once the remark is there', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await user.click(choice(2, '不合格'));
    await within(card(2)).findByText('请填写说明');
    await waitFor(async () => expect(await storedAnswers(rows, detail.id)).toHaveLength(1));
    expect(progress()).toBe('已查 0/3 · 缺说明 1 · 不合格 0');

    await user.type(await within(card(2)).findByLabelText('说明（必填）'), '已过期');
    await user.click(within(card(2)).getByRole('button', { name: '记录不全' }));
    await waitFor(async () => expect((await storedAnswers(rows, detail.id))[0]?.value.remark).toBe('已过期；记录不全'));
    expect(progress()).toBe('已查 1/3 · 不合格 1');
  });

  it('lesson 12: stores typed text when the page is left, without waiting for a pause', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await user.click(choice(1, '不合格'));
    const remark = await within(card(1)).findByLabelText('说明（必填）');
    fireEvent.change(remark, { target: { value: '写到一半' } });
    expect((await openAnswers(detail.id)).get(detail.points[0]?.pointId ?? '')?.value.remark).toBe('');
    act(() => void dispatchEvent(new Event('pagehide')));
    expect((await openAnswers(detail.id)).get(detail.points[0]?.pointId ?? '')?.value.remark).toBe('写到一半');
  });

  it('does not call text saved that is still being typed', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await user.click(choice(1, '不合格'));
    const remark = await within(card(1)).findByLabelText('说明（必填）');
    fireEvent.change(remark, { target: { value: '写完的话' } });
    expect(within(card(1)).getByText('保存中')).toBeDefined();
    await within(card(1)).findByText(/^(已保存|待上传)$/);
    fireEvent.change(remark, { target: { value: '写完的话，又改了' } });
    expect(within(card(1)).getByText('保存中')).toBeDefined();
    fireEvent.blur(remark);
    await within(card(1)).findByText(/^(已保存|待上传)$/);
    expect((await storedAnswers(rows, detail.id))[0]?.value.remark).toBe('写完的话，又改了');
  });

  it('keeps remark and choice when both change at once', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await user.click(choice(1, '不合格'));
    fireEvent.change(await within(card(1)).findByLabelText('说明（必填）'), { target: { value: '现场已改' } });
    fireEvent.click(choice(1, '合格'));
    await waitFor(async () => expect(await storedAnswers(rows, detail.id)).toMatchObject([{ value: { result: 'qualified', remark: '现场已改' } }]));
  });

  it('says again where its answer is, whatever was changed while a choice was being stored', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await user.click(choice(1, '不合格'));
    const remark = await within(card(1)).findByLabelText('说明（必填）');
    fireEvent.click(choice(1, '不适用'));
    // The choice is on its way: what comes now is stored after it.
    await Promise.resolve().then(() => undefined);
    fireEvent.change(remark, { target: { value: '没有这项业务' } });
    fireEvent.blur(remark);
    await waitFor(async () => expect(await storedAnswers(rows, detail.id)).toMatchObject([{ value: { result: 'notApplicable', remark: '没有这项业务' } }]));
    await waitFor(() => expect(document.querySelector('[data-saving]')).toBeNull());
  });

  it('stores what is typed without a pause, now and then', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await user.click(choice(1, '不合格'));
    const remark = await within(card(1)).findByLabelText('说明（必填）');
    let text = '';
    for (const started = performance.now(); performance.now() - started < 1500; ) {
      fireEvent.change(remark, { target: { value: (text += '字') } });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const [stored] = await storedAnswers(rows, detail.id);
    expect(stored?.value.remark.length).toBeGreaterThan(3);
    expect(remark).toHaveProperty('value', text);
    await waitFor(async () => expect(await storedAnswers(rows, detail.id)).toMatchObject([{ value: { remark: text } }]));
  });

  it('never sends what the server would refuse: control characters and half an emoji', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await user.click(choice(1, '不合格'));
    fireEvent.change(await within(card(1)).findByLabelText('说明（必填）'), { target: { value: '甲\u0007乙\uD83D' } });
    act(() => void dispatchEvent(new Event('pagehide')));
    expect((await openAnswers(detail.id)).get(detail.points[0]?.pointId ?? '')?.value.remark).toBe('甲乙');
  });

  it('says why the server refused it, and can go to an administrator', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await user.click(choice(1, '合格'));
    await within(card(1)).findByText(/已保存|待上传/);
    const [entry] = await storedEntries(rows);
    await act(() => rows.changeEntry(entry!.id, async (change) => change.put(entryKey(entry!.id), { ...entry!, state: 'failed', lastError: '任务不存在' })));
    expect(within(card(1)).getByRole('alert').textContent).toBe('任务不存在');
    await user.click(await within(card(1)).findByRole('button', { name: '交管理员处理' }));
    await waitFor(async () => expect(await storedEntries(rows)).toMatchObject([{ id: entry!.id, kind: 'late', state: 'waiting' }]));
    expect(choice(1, '合格')).toHaveProperty('checked', false);
  });

  it('lesson 31: shows what came back and what was found last time', async () => {
    const points = [
      taskPoint(1, {
        returnRemark: '请拍清楚',
        lastAnswer: { result: 'unqualified', remark: '上次缺页', taskName: '旧任务', answeredAt: '2026-01-02T03:00:00.000Z' },
      }),
      taskPoint(2),
    ];
    const user = await open(taskDetail(number, points, { status: 'inProgress', returnReason: '照片不清' }));
    expect(await screen.findByText('照片不清')).toBeDefined();
    expect(within(card(1)).getByText('请拍清楚')).toBeDefined();
    await user.click(within(card(1)).getByRole('button', { name: '上次：不合格' }));
    expect(within(card(1)).getByText(/上次缺页/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: '只看有退回意见的要点' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: /要点2/ })).toBeNull());
  });

  it('says why it came back, too, where the submission after that was withdrawn', async () => {
    await open(taskDetail(number, [taskPoint(1, { returnRemark: '请拍清楚' })], {
      status: 'returned', returnReason: '照片不清', returnedAt: '2026-03-02T00:00:00.000Z', withdrawnAt: '2026-03-03T00:00:00.000Z', withdrawnByName: '林医生',
    }));
    expect(await screen.findByText('提交已撤回，修改后请重新提交')).toBeDefined();
    expect(screen.getByText('照片不清')).toBeDefined();
    expect(screen.getByRole('button', { name: '只看有退回意见的要点' })).toBeDefined();
  });

  it.each([
    { whose: 'another person', isOwn: false, title: '两人的结果不同', theirSide: '林医生的', take: '采用对方的' },
    { whose: 'another device of the same person', isOwn: true, title: '两台设备上的结果不同', theirSide: '另一台设备的', take: '采用另一台的' },
  ])('shows both values of a conflict with $whose and takes the one that is chosen', async ({ isOwn, title, theirSide, take }) => {
    const points = threePoints();
    const detail = taskDetail(number, points);
    const pointId = points[0]?.pointId ?? '';
    await storeConflict(detail.id, pointId, isOwn ? rows.account : 'x');
    const user = await open(detail);
    const panel = await within(card(1)).findByRole('group', { name: title });
    expect(within(panel).getByText(theirSide)).toBeDefined();
    expect(within(panel).getByText('在一楼')).toBeDefined();
    await user.click(within(panel).getByRole('button', { name: take }));
    await waitFor(() => expect(choice(1, '合格')).toHaveProperty('checked', true));
    expect(await storedEntries(rows)).toEqual([]);
  });
});

describe('the list', () => {
  it('keeps an answered card under the filter 未查 until the filter is set anew', async () => {
    const user = await open(taskDetail(number, threePoints()));
    await user.click(choice(1, '合格'));
    await user.click(screen.getByRole('button', { name: '筛选' }));
    await user.click(await screen.findByRole('radio', { name: /未查/ }));
    await user.click(screen.getByRole('button', { name: '查看 2 项' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: /要点1/ })).toBeNull());
    await user.click(choice(2, '合格'));
    expect(card(2)).toBeDefined();
    // No count of what was 未查 beside 已查 2/3.
    expect(screen.getByRole('button', { name: /清除筛选/ }).textContent).toBe('未查');
    await user.click(screen.getByRole('button', { name: /清除筛选/ }));
    await screen.findByRole('group', { name: /要点1/ });
  });

  it('marks the rest of a category in one go, and takes it back', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await user.click(choice(1, '不适用'));
    await user.click(screen.getByRole('button', { name: '本类其余全部合格：机构资质' }));
    expect(choice(2, '合格')).toHaveProperty('checked', true);
    expect(choice(1, '不适用')).toHaveProperty('checked', true);
    expect(choice(3, '合格')).toHaveProperty('checked', false);
    // Held back, or there would be nothing left to undo.
    await waitFor(async () => {
      const entries = await storedEntries(rows);
      expect(entries.filter((entry) => entry.nextAttemptAt > Date.now())).toHaveLength(1);
    });
    await user.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(choice(2, '合格')).toHaveProperty('checked', false));
    expect(progress()).toBe('已查 1/3 · 不合格 0');
  });

  it('offers no rest where all that is left only lacks its remark', async () => {
    const user = await open(taskDetail(number, threePoints()));
    await user.click(choice(1, '合格'));
    const rest = screen.getByRole('button', { name: '本类其余全部合格：机构资质' });
    await user.click(choice(2, '不合格'));
    await waitFor(() => expect(rest.isConnected).toBe(false));
    expect(screen.queryByRole('button', { name: '本类其余不适用：机构资质' })).toBeNull();
    expect(progress()).toContain('缺说明 1');
    await user.click(await within(card(2)).findByRole('button', { name: '更多操作 第 2 项' }));
    await user.click(await screen.findByRole('menuitem', { name: '清除结果' }));
    await screen.findByRole('button', { name: '本类其余全部合格：机构资质' });
  });

  it('takes back of the rest of a category only what was not changed since', async () => {
    const detail = taskDetail(number, [1, 2, 3].map((seq) => taskPoint(seq)));
    const user = await open(detail);
    await user.click(screen.getByRole('button', { name: '本类其余全部合格：机构资质' }));
    await user.click(choice(2, '不合格'));
    await user.type(await within(card(2)).findByRole('textbox', { name: /^说明/ }), '无标签');
    await user.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(choice(1, '合格')).toHaveProperty('checked', false));
    expect(choice(3, '合格')).toHaveProperty('checked', false);
    expect(choice(2, '不合格')).toHaveProperty('checked', true);
    expect(within(card(2)).getByRole('textbox', { name: /^说明/ })).toHaveProperty('value', '无标签');
    await waitFor(() => expect(progress()).toBe('已查 1/3 · 不合格 1'));
    await screen.findByText('之后改过的 1 项保持不变');
  });

  it('takes back the rest of two categories together', async () => {
    const detail = taskDetail(number, [taskPoint(1), taskPoint(2), taskPoint(3, { categoryId: 'b', categoryName: '人员资质' })]);
    const user = await open(detail);
    await user.click(screen.getByRole('button', { name: '本类其余全部合格：机构资质' }));
    await user.click(screen.getByRole('button', { name: '本类其余全部合格：人员资质' }));
    expect(progress()).toBe('已查 3/3 · 不合格 0');
    await screen.findByText('已将 3 项标为合格');
    await user.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(progress()).toBe('已查 0/3 · 不合格 0'));
  });

  it('leaves out of the rest that is 合格 what failed last time, and says which', async () => {
    const lastAnswer = { result: 'unqualified', remark: '标识脱落', taskName: '上季自查', answeredAt: '2025-12-01T01:00:00.000Z' } as const;
    const user = await open(taskDetail(number, [taskPoint(1), taskPoint(2, { lastAnswer }), taskPoint(3)]));
    await user.click(screen.getByRole('button', { name: '本类其余全部合格：机构资质' }));
    await screen.findByText('已将本类其余 2 项标为合格；第 2 项上次不合格，请逐项检查');
    expect(choice(3, '合格')).toHaveProperty('checked', true);
    expect(choice(2, '合格')).toHaveProperty('checked', false);
    expect(progress()).toBe('已查 2/3 · 不合格 0');
    // Nothing else is left, and a second tap marks nothing.
    await user.click(screen.getByRole('button', { name: '本类其余全部合格：机构资质' }));
    await screen.findByText('没有标记：第 2 项上次不合格，请逐项检查');
    expect(progress()).toBe('已查 2/3 · 不合格 0');
  });

  it('marks the rest of a category 不适用 in one tap but for a ★, which says why, and takes it back', async () => {
    const user = await open(taskDetail(number, [taskPoint(1), taskPoint(2, { mark: 'veto' }), taskPoint(3)]));
    await user.click(screen.getByRole('button', { name: '本类其余不适用：机构资质' }));
    await screen.findByText('已将本类其余 2 项标为不适用；第 2 项否决项，不适用须写明原因');
    for (const seq of [1, 3]) expect(choice(seq, '不适用')).toHaveProperty('checked', true);
    expect(choice(2, '不适用')).toHaveProperty('checked', false);
    await user.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(progress()).toBe('已查 0/3 · 不合格 0'));
  });

  it('takes over what was written last time by one tap, where the result is the same', async () => {
    const lastAnswer = { result: 'unqualified', remark: '标识脱落', taskName: '上季自查', answeredAt: '2025-12-01T01:00:00.000Z' } as const;
    const user = await open(taskDetail(number, [taskPoint(1, { lastAnswer }), taskPoint(2)]));
    await user.click(choice(1, '不合格'));
    await user.click(await within(card(1)).findByRole('button', { name: '沿用上次说明' }));
    expect(within(card(1)).getByRole('textbox', { name: /^说明/ })).toHaveProperty('value', '标识脱落');
    expect(within(card(1)).queryByRole('button', { name: '沿用上次说明' })).toBeNull();
    await user.click(choice(2, '不合格'));
    await within(card(2)).findByRole('button', { name: '资料缺失' });
    expect(within(card(2)).queryByRole('button', { name: '沿用上次说明' })).toBeNull();
  });

  it('leads to what came back before anything else, until it is changed', async () => {
    const answer = { result: 'qualified', remark: '', photos: [], answeredAt: '2026-03-02T01:00:00.000Z', answeredBy: 'x', answeredByName: '林医生', savedAt: '2026-03-02T01:00:00.000Z', revision: 1 } as const;
    const points = threePoints().map((point, index) => ({ ...point, answer: { ...answer, photos: [], pointId: point.pointId }, returnRemark: index === 1 ? '请补照片' : null }));
    const user = await open({ ...taskDetail(number, points), returnReason: '请补充', returnedAt: '2026-03-03T01:00:00.000Z' });
    await user.click(await screen.findByRole('button', { name: '下一个待修改' }));
    await waitFor(() => expect(document.activeElement).toBe(card(2)));
    await user.click(choice(2, '不适用'));
    await screen.findByRole('button', { name: '下一个未查' });
  });

  it('draws every card of a long task', async () => {
    await open(taskDetail(number, Array.from({ length: 150 }, (_, index) => taskPoint(index + 1))));
    await waitFor(() => expect(document.querySelectorAll('[data-point]')).toHaveLength(150));
  });

  it('lesson 12: remembers the place of the task', async () => {
    const detail = taskDetail(number, threePoints());
    await keepPlace(detail.id, { pointId: detail.points[2]?.pointId ?? '', offset: 80 });
    expect(await readPlace(detail.id)).toEqual({ pointId: detail.points[2]?.pointId, offset: 80 });
    expect(await readPlace('another')).toBeNull();
  });
});

describe('the focus', () => {
  const head = (name: string): HTMLElement => screen.getByRole('heading', { level: 2, name });

  it('goes to the head of a category that was chosen', async () => {
    const user = await open(taskDetail(number, threePoints()));
    await user.click(screen.getByRole('button', { name: /^类别/ }));
    await user.click(within(await screen.findByRole('dialog', { name: '按类别查看' })).getByRole('button', { name: /药品/ }));
    await waitFor(() => expect(document.activeElement).toBe(head('药品')));
  });

  it('stays with the category whose rest was marked, and whose marks were taken back', async () => {
    const user = await open(taskDetail(number, threePoints()));
    const button = screen.getByRole('button', { name: '本类其余全部合格：机构资质' });
    await user.click(button);
    expect(button.isConnected).toBe(false);
    expect(document.activeElement).toBe(head('机构资质'));
    await user.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '撤销' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(head('机构资质')));
  });

  it('goes to remark and photos that were asked for, and not into the text', async () => {
    const user = await open(taskDetail(number, threePoints()));
    await user.click(choice(1, '合格'));
    await user.click(await within(card(1)).findByRole('button', { name: '说明、照片' }));
    expect(document.activeElement).toBe(within(card(1)).getByRole('group', { name: '填写说明、照片' }));
  });
});

describe('submitting', () => {
  it('lists what is missing, and goes there', async () => {
    const user = await open(taskDetail(number, threePoints()));
    await user.click(choice(1, '合格'));
    await user.click(choice(2, '不合格'));
    await user.click(screen.getByRole('button', { name: '提交' }));
    const sheet = await screen.findByRole('dialog', { name: '提交自查结果' });
    expect(within(sheet).getByText('还没有检查（1 项）')).toBeDefined();
    expect(within(sheet).getByText('缺少说明（1 项）')).toBeDefined();
    expect(within(sheet).getByRole('button', { name: '确认提交' })).toHaveProperty('disabled', true);
    await user.click(within(sheet).getByRole('button', { name: /要点3/ }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(card(3)));
  });

  it('follows what another window does behind its open sheet', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    for (const seq of [1, 2, 3]) await user.click(choice(seq, '合格'));
    await user.click(screen.getByRole('button', { name: '提交' }));
    const confirm = await screen.findByRole('button', { name: '确认提交' });
    expect(confirm).toHaveProperty('disabled', false);
    const store = await openAnswers(detail.id);
    const say = (remark: string) =>
      act(async () => void (await store.set(detail.points[1]!.pointId, { result: 'unqualified', remark, photos: [], answeredAt: '' }, { revision: 0, answer: null })));
    await say('');
    await screen.findByText('缺少说明（1 项）');
    expect(confirm).toHaveProperty('disabled', true);
    await say('过期');
    await screen.findByText('不合格，提交后需要整改（1 项）');
    expect(confirm).toHaveProperty('disabled', false);
  });

  it('says so where the task has not begun', async () => {
    const user = await open(taskDetail(number, threePoints(), { startDate: '2999-01-01', endDate: '2999-01-31' }));
    await user.click(screen.getByRole('button', { name: '提交' }));
    await screen.findByText('任务从 2999-01-01 开始，现在提交的是提前自查的结果。');
  });

  it('names what came back and was not changed, goes there, and asks before it is submitted so', async () => {
    const answer = { result: 'unqualified', remark: '缺页', photos: [], answeredBy: 'x', answeredByName: '王芳', answeredAt: '', savedAt: '', revision: 2 } as const;
    const points = [1, 2, 3].map((seq) =>
      taskPoint(seq, { returnRemark: seq === 3 ? null : '请拍清楚', answer: { ...answer, photos: [], pointId: taskPoint(seq).pointId } }),
    );
    const user = await open(taskDetail(number, points, { status: 'returned', returnReason: '照片不清' }));
    await user.click(choice(1, '合格'));
    await within(card(1)).findByText(/已保存|待上传/);
    await user.click(screen.getByRole('button', { name: '提交' }));
    const sheet = await screen.findByRole('dialog', { name: '提交自查结果' });
    expect(within(sheet).getByText('退回后没有修改（1 项）')).toBeDefined();
    expect(within(sheet).getByText('退回意见：请拍清楚')).toBeDefined();
    expect(within(sheet).getByRole('button', { name: '确认提交' })).toHaveProperty('disabled', true);
    await user.click(within(sheet).getByRole('checkbox', { name: '已按退回意见重新核对，结果不变' }));
    expect(within(sheet).getByRole('button', { name: '确认提交' })).toHaveProperty('disabled', false);
    await user.click(within(sheet).getAllByRole('button', { name: /要点2/ })[0]!);
    await waitFor(() => expect(document.activeElement).toBe(card(2)));
  });

  it('marks a ★ that is 不合格, which decides the class', async () => {
    const answer = { result: 'unqualified', remark: '缺页', photos: [], answeredBy: 'x', answeredByName: '王芳', answeredAt: '', savedAt: '', revision: 2 } as const;
    const points = [1, 2].map((seq) => taskPoint(seq, { mark: seq === 2 ? 'veto' : undefined, answer: { ...answer, photos: [], pointId: taskPoint(seq).pointId } }));
    const user = await open(taskDetail(number, points));
    await user.click(screen.getByRole('button', { name: '提交' }));
    const sheet = await screen.findByRole('dialog', { name: '提交自查结果' });
    const listed = within(sheet).getAllByRole('button', { name: /要点/ });
    expect(listed.map((row) => within(row).queryByRole('img', { name: '否决项' })?.textContent)).toEqual([undefined, '★']);
  });

  it('does not name what was changed after the return, by whomever, once the task was read anew', async () => {
    const answer = { result: 'unqualified', remark: '缺页', photos: [], answeredBy: 'x', answeredByName: '王芳', answeredAt: '', revision: 3 } as const;
    const savedAt = ['2026-03-03T01:00:00.000Z', '2026-03-01T01:00:00.000Z', '2026-03-03T02:00:00.000Z'];
    const points = [1, 2, 3].map((seq) =>
      taskPoint(seq, { returnRemark: '请拍清楚', answer: { ...answer, photos: [], pointId: taskPoint(seq).pointId, savedAt: savedAt[seq - 1]! } }),
    );
    const user = await open(taskDetail(number, points, { status: 'inProgress', returnReason: '照片不清', returnedAt: '2026-03-02T01:00:00.000Z' }));
    await user.click(screen.getByRole('button', { name: '提交' }));
    const sheet = await screen.findByRole('dialog', { name: '提交自查结果' });
    expect(within(sheet).getByText('退回后没有修改（1 项）')).toBeDefined();
    // And once more, since it is 不合格.
    expect(within(sheet).getAllByRole('button', { name: /要点2/ })).toHaveLength(2);
  });

  it('asks as well where nothing was changed since the return, whatever that was about', async () => {
    const answer = { result: 'qualified', remark: '', answeredBy: 'x', answeredByName: '王芳', answeredAt: '', savedAt: '2026-03-01T01:00:00.000Z', revision: 1 } as const;
    const points = [1, 2].map((seq) => taskPoint(seq, { answer: { ...answer, photos: [], pointId: taskPoint(seq).pointId } }));
    const user = await open(taskDetail(number, points, { status: 'returned', returnReason: '照片不清', returnedAt: '2026-03-02T01:00:00.000Z' }));
    await user.click(screen.getByRole('button', { name: '提交' }));
    const sheet = await screen.findByRole('dialog', { name: '提交自查结果' });
    expect(within(sheet).getByText('退回后还没有修改任何检查要点。退回原因：照片不清')).toBeDefined();
    await user.click(within(sheet).getByRole('checkbox'));
    await user.click(within(sheet).getByRole('button', { name: '确认提交' }));
    await screen.findByText('已提交（待上传）');
    const [submit] = (await storedEntries(rows)).filter((entry) => entry.kind === 'submit');
    expect(submit?.payload).toMatchObject({ returnedAt: '2026-03-02T01:00:00.000Z', isUnchangedConfirmed: true });
  });

  it('does not call late what was in time before it came back', async () => {
    const past = { endDate: '2026-03-05', status: 'returned', returnReason: '照片不清', returnedAt: '2026-03-08T01:00:00.000Z' } as const;
    const user = await open(taskDetail(number, threePoints(), { ...past, firstSubmittedAt: '2026-03-04T01:00:00.000Z' }));
    await user.click(screen.getByRole('button', { name: '提交' }));
    await screen.findByRole('dialog', { name: '提交自查结果' });
    expect(screen.queryByText(/逾期提交/)).toBeNull();
  });

  it('names a conflict that it waits for, and goes on waiting for the network once that is settled', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await submitThreePoints(user);
    await act(() => storeConflict(detail.id, detail.points[0]?.pointId ?? '', 'x'));
    await screen.findByText('提交还没有送达：1 项有冲突');
    expect(screen.queryByText('已提交（待上传）')).toBeNull();
    await user.click(screen.getByRole('button', { name: '去处理' }));
    await waitFor(() => expect(card(1).contains(document.activeElement)).toBe(true));
    await user.click(await within(card(1)).findByRole('button', { name: '采用对方的' }));
    await screen.findByText('已提交（待上传）');
  });

  it.each(['', 'an export has it'])('is not needed any more where a colleague has submitted, and can be given up %s', async (file) => {
    const detail = taskDetail(number, threePoints());
    const client = queriesOf(detail);
    const user = await open(detail, client);
    await submitThreePoints(user);
    await screen.findByText('已提交（待上传）');
    if (file !== '') {
      const submit = (await storedEntries(rows)).find(({ kind }) => kind === 'submit')!;
      await act(() => rows.changeEntry(submit.id, async (change) => change.put(entryKey(submit.id), { ...submit, exported: 'whole' })));
      await screen.findByText(/已导出的文件里也有这次提交，送达后才能撤回/);
      expect(screen.queryByRole('button', { name: '撤回提交' })).toBeNull();
    }
    act(() => void client.setQueryData(myTaskDetailOptions(detail.id).queryKey, { ...detail, status: 'completed', submittedByName: '李内二', submittedAt: '2026-03-02T01:00:00.000Z' }));
    await screen.findByText('任务已由李内二提交，您的提交不再需要');
    expect(screen.getByText('2026-03-02 提交')).toBeDefined();
    expect(screen.queryByText('已提交（待上传）')).toBeNull();
    await user.click(screen.getByRole('button', { name: '放弃我的提交' }));
    await waitFor(() => expect(screen.queryByText(/您的提交不再需要/)).toBeNull());
    expect((await storedEntries(rows)).map(({ kind }) => kind)).not.toContain('submit');
  });

  it('waits on this phone, locks the answers, and can be withdrawn', async () => {
    const detail = taskDetail(number, threePoints(), { endDate: '2026-03-05' });
    const user = await open(detail);
    for (const seq of [1, 2, 3]) await user.click(choice(seq, '合格'));
    await user.click(screen.getByRole('button', { name: '提交' }));
    expect(screen.getByText(/逾期提交/)).toBeDefined();
    await user.click(await screen.findByRole('button', { name: '确认提交' }));
    await screen.findByText('已提交（待上传）');
    expect(choice(1, '合格')).toHaveProperty('disabled', true);
    expect((await storedEntries(rows)).filter((entry) => entry.kind === 'submit')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: '撤回提交' }));
    await waitFor(() => expect(screen.queryByText('已提交（待上传）')).toBeNull());
    expect(choice(1, '合格')).toHaveProperty('disabled', false);
  });

  it('is not overdue while it waits over the end of its task, and asks before it is withdrawn then', async () => {
    const user = await open(taskDetail(number, threePoints(), { endDate: today() }));
    await submitThreePoints(user);
    act(() => noteClockSkew(DAY_MS));
    onTestFinished(() => noteClockSkew(0));
    expect(screen.queryByText(/已逾期/)).toBeNull();
    await user.click(screen.getByRole('button', { name: '撤回提交' }));
    const question = await screen.findByRole('alertdialog', { name: '撤回提交' });
    expect(question.textContent).toContain('任务已截止，重新提交会标记为“逾期提交”。');
    await user.click(within(question).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('已提交（待上传）')).toBeDefined();
    // A button pauses after a tap.
    await waitFor(() => expect(screen.getByRole('button', { name: '撤回提交' })).toHaveProperty('disabled', false), { timeout: 3000 });
    await user.click(screen.getByRole('button', { name: '撤回提交' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '撤回' }));
    await waitFor(() => expect(screen.queryByText('已提交（待上传）')).toBeNull());
    expect(screen.getByText('已逾期 1 天')).toBeDefined();
  });

  it('asks before it is withdrawn where the server has it in time, and says nothing more of one that was late', async () => {
    const past = { status: 'completed', endDate: '2026-03-05', submittedByName: '王芳', openedAt: null } as const;
    for (const [submittedAt, isLate, seq] of [['2026-03-04T01:00:00.000Z', false, 901], ['2026-03-08T01:00:00.000Z', true, 902]] as const) {
      const { user, leave } = await openToLeave(taskDetail(seq, threePoints(), { ...past, submittedAt, isLate }));
      await user.click(await screen.findByRole('button', { name: '撤回提交' }));
      const question = await screen.findByRole('alertdialog', { name: '撤回提交' });
      expect(question.textContent?.includes('重新提交会标记为“逾期提交”')).toBe(!isLate);
      await user.click(within(question).getByRole('button', { name: '取消' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      leave();
    }
  });

  it('is not said to have stayed here where the server may have it', async () => {
    const detail = taskDetail(number, threePoints());
    const client = queriesOf(detail);
    const user = await open(detail, client);
    await submitThreePoints(user);
    const submit = (await storedEntries(rows)).find(({ kind }) => kind === 'submit')!;
    await act(() => rows.changeEntry(submit.id, async (change) => change.put(entryKey(submit.id), { ...submit, attempts: 1 })));
    act(() => void client.setQueryData(myTaskDetailOptions(detail.id).queryKey, { ...detail, status: 'cancelled', cancelReason: '计划调整' }));
    await screen.findByText('任务已取消，不能再填写');
    // Longer than giving it up takes.
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(screen.queryByText('任务已取消，您的提交没有送达')).toBeNull();
    expect((await storedEntries(rows)).map(({ kind }) => kind)).toContain('submit');
  });

  it.each([
    [{ status: 'returned', returnReason: '请补拍照片', returnedAt: '2026-03-02T00:00:00.000Z' }, '已退回，请修改后重新提交', false],
    [{ status: 'cancelled', cancelReason: '计划调整' }, '任务已取消，不能再填写', true],
  ] as const)('is given up where it waits and the task was %o meanwhile', async (meanwhile, words, isLocked) => {
    const detail = taskDetail(number, threePoints());
    const client = queriesOf(detail);
    const user = await open(detail, client);
    await submitThreePoints(user);
    act(() => void client.setQueryData(myTaskDetailOptions(detail.id).queryKey, { ...detail, ...meanwhile }));
    await screen.findByText(words);
    await waitFor(() => expect(screen.queryByText('已提交（待上传）')).toBeNull());
    if (meanwhile.status === 'cancelled') await screen.findByText('任务已取消，您的提交没有送达');
    expect((await storedEntries(rows)).map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
    expect(choice(1, '合格')).toHaveProperty('disabled', isLocked);
  });

  it('is given up, and nothing can be filled in any more, where the server knows of no such task of this person', async () => {
    const detail = taskDetail(number, threePoints());
    const client = queriesOf(detail);
    const user = await open(detail, client);
    await submitThreePoints(user);
    const failWith = (error: ApiError) =>
      act(() => client.getQueryCache().find({ queryKey: myTaskDetailOptions(detail.id).queryKey })?.setState({ error, status: 'error' }));
    failWith(new ApiError('business', '记录不存在', { status: 404, code: code.notFound }));
    expect((await screen.findByText('不能再填写这个任务')).parentElement?.textContent).toContain('您已不在内科');
    expect(screen.getByRole('link', { name: '离线与同步' }).getAttribute('href')).toBe(paths.sync.to());
    await waitFor(() => expect(screen.queryByText('已提交（待上传）')).toBeNull());
    expect((await storedEntries(rows)).map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
    const isClosed = () => {
      expect(choice(1, '合格')).toHaveProperty('disabled', true);
      expect(screen.queryByRole('button', { name: '提交' })).toBeNull();
      expect(screen.getByText('不能再填写这个任务')).toBeDefined();
    };
    await waitFor(isClosed);
    failWith(new ApiError('offline', '网络连接失败'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    isClosed();
    act(() => void client.setQueryData(myTaskDetailOptions(detail.id).queryKey, { ...detail }));
    await waitFor(() => expect(screen.queryByText('不能再填写这个任务')).toBeNull());
    await waitFor(() => expect(choice(1, '合格')).toHaveProperty('disabled', false));
  });

  it('says what it waits for where a remark was cleared in another window, and that it has to be withdrawn', async () => {
    const detail = taskDetail(number, threePoints());
    const user = await open(detail);
    await submitThreePoints(user);
    const store = await openAnswers(detail.id);
    await act(async () => void (await store.set(detail.points[0]!.pointId, { result: 'unqualified', remark: '', photos: [], answeredAt: '' }, { revision: 0, answer: null })));
    const notice = (await screen.findByText('提交还没有送达：1 项不合格缺少说明')).parentElement;
    expect(notice?.textContent).toContain('请先撤回提交');
    await user.click(screen.getByRole('button', { name: '撤回提交' }));
    await waitFor(() => expect(choice(1, '合格')).toHaveProperty('disabled', false));
    expect(screen.queryByText(/提交还没有送达/)).toBeNull();
  });

  it('waits for photos that are not stored yet, also those of an earlier visit of the screen, so that none comes after it', async () => {
    const decode = readPictures();
    const detail = taskDetail(number, threePoints());
    const { user, leave } = await openToLeave(detail);
    for (const seq of [1, 2, 3]) await user.click(choice(seq, '合格'));
    await user.click(await within(card(1)).findByRole('button', { name: '说明、照片' }));
    const album = card(1).querySelector('input[multiple]');
    fireEvent.change(album!, { target: { files: ['one', 'two'].map((name) => new File([name], name, { type: 'image/jpeg' })) } });
    leave();
    await open(detail);
    await user.click(screen.getByRole('button', { name: '提交' }));
    await screen.findByText('还有 2 张照片在处理，请稍候');
    const submit = screen.getByRole('button', { name: '确认提交' });
    expect(submit).toHaveProperty('disabled', true);
    await waitFor(() => expect(decode()).toBe(true));
    await screen.findByText('还有 1 张照片在处理，请稍候');
    await waitFor(() => expect(decode()).toBe(true));
    await waitFor(() => expect(screen.queryByText(/张照片在处理/)).toBeNull());
    expect(screen.getByText('照片').nextElementSibling?.textContent).toBe('2');
    await user.click(submit);
    await screen.findByText('已提交（待上传）');
    expect((await storedAnswers(rows, detail.id)).find(({ pointId }) => pointId === detail.points[0]?.pointId)?.value.photos).toHaveLength(2);
  });

  it('knows of the return that its person has read', async () => {
    const detail = taskDetail(number, threePoints(), { status: 'returned', returnReason: '照片不清', returnedAt: '2026-03-02T00:00:00.000Z' });
    const user = await open(detail);
    await submitThreePoints(user);
    expect((await storedEntries(rows)).find(({ kind }) => kind === 'submit')).toMatchObject({ payload: { returnedAt: detail.returnedAt } });
  });

  it('is not called stored on a phone that is full', async () => {
    const user = await open(taskDetail(number, threePoints()));
    for (const seq of [1, 2, 3]) await user.click(choice(seq, '合格'));
    await within(card(3)).findByText(/已保存|待上传/);
    await user.click(screen.getByRole('button', { name: '提交' }));
    const submit = await screen.findByRole('button', { name: '确认提交' });
    const makeRoom = fillDisk('atCommit');
    try {
      await user.click(submit);
      await screen.findByText('提交未能存入本机');
      expect(screen.getByText(/请不要关闭本页/)).toBeDefined();
      expect(screen.queryByText(/已保存在本机/)).toBeNull();
    } finally {
      makeRoom();
    }
  });

  it.each([
    ['cancelled', { cancelReason: '重复下发' }, '重复下发'],
    ['submitted', { submittedByName: '王芳', submittedAt: '2026-03-09T01:02:03.000Z' }, '王芳 · 2026-03-09 09:02:03'],
  ] as const)('shows a %s task without letting it be changed', async (status, facts, words) => {
    await open(taskDetail(number, threePoints(), { status, ...facts }));
    expect(screen.getByText(words)).toBeDefined();
    expect(choice(1, '合格')).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: '提交' })).toBeNull();
  });

  it('counts what the server holds where a colleague has submitted before', async () => {
    const answer = { photos: [], answeredBy: 'x', answeredByName: '王芳', answeredAt: '', savedAt: '', revision: 1, remark: '' };
    const points = threePoints().map((point) => ({ ...point, answer: { ...answer, pointId: point.pointId, result: 'qualified' as const } }));
    const detail = taskDetail(number, points, { status: 'submitted', submittedByName: '王芳', submittedAt: '2026-03-09T01:02:03.000Z' });
    const store = await openAnswers(detail.id);
    await act(async () => void (await store.set(points[0]!.pointId, { result: 'unqualified', remark: '过期', photos: [], answeredAt: '' }, { revision: 0, answer: null })));
    const [entry] = await storedEntries(rows);
    await act(() => rows.changeEntry(entry!.id, async (change) => change.put(entryKey(entry!.id), { ...entry!, state: 'failed', lastError: '任务已提交' })));
    await open(detail);
    expect(progress()).toBe('已查 3/3 · 不合格 0 · 未能上传 1');
  });
});
