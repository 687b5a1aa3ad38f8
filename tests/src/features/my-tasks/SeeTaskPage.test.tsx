import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Answer, AnswerHistory } from '#contract/answer.ts';
import SeeTaskPage from '@/features/my-tasks/SeeTaskPage.tsx';
import { paths } from '@/lib/paths.ts';
import { openAnswers } from '@/offline/entries/answers.ts';
import { enqueueSubmit } from '@/offline/entries/outbox.ts';
import { answerHistoryOptions } from '@/queries/work/my-task-queries.ts';
import { taskDetail, taskPoint } from './fixture.ts';
import { queriesOf, renderView, signInSomebody } from './render-view.tsx';

beforeEach(() => {
  signInSomebody();
});

const answerOf = (seq: number, changes: Partial<Answer> = {}): Answer => ({
  pointId: taskPoint(seq).pointId,
  result: 'qualified',
  remark: '',
  photos: [],
  answeredBy: 'x',
  answeredByName: '王芳',
  answeredAt: '2026-03-05T01:02:03.000Z',
  savedAt: '2026-03-05T01:02:04.000Z',
  revision: 1,
  ...changes,
});
const historyOf = (seq: number, changes: Partial<AnswerHistory>): AnswerHistory => ({ ...answerOf(seq), entryId: `e${seq}`, isConflict: false, importedByName: null, ...changes });

const card = (seq: number): HTMLElement => screen.getByRole('group', { name: `要点${seq}：是否符合要求` });

async function open(number: number) {
  const points = [
    taskPoint(1, { mark: 'veto', answer: answerOf(1, { result: 'unqualified', remark: '证照过期', revision: 2 }) }),
    taskPoint(2, { answer: answerOf(2) }),
    taskPoint(3, { answer: answerOf(3, { result: 'notApplicable' }) }),
  ];
  const detail = taskDetail(number, points, { status: 'submitted', submittedByName: '王芳', submittedAt: '2026-03-06T00:00:00.000Z', isLate: true });
  const client = queriesOf(detail);
  client.setQueryData(answerHistoryOptions(detail.id).queryKey, {
    returns: [
      {
        id: 'r1',
        returnedAt: '2026-03-05T08:00:00.000Z',
        returnedByName: '赵主任',
        reason: '照片不清',
        remarks: [{ pointId: points[0]!.pointId, remark: '请拍有效期' }],
        submittedAt: '2026-03-05T07:00:00.000Z',
        submittedByName: '李强',
      },
    ],
    history: [
      historyOf(1, { entryId: 'e1b', result: 'unqualified', remark: '证照过期', revision: 2 }),
      historyOf(1, { entryId: 'e1a', result: 'qualified', remark: '看过原件', answeredByName: '李强', revision: 1, isConflict: true }),
      historyOf(2, {}),
    ],
  });
  renderView(<SeeTaskPage />, { client, path: paths.seeTask.path, at: paths.seeTask.to(detail.id, detail.taskId) });
  await screen.findByText('已提交（逾期提交）');
  return { user: userEvent.setup(), detail };
}

it('shows what was found, by whom and when', async () => {
  await open(1);
  expect(within(card(1)).getByText('不合格')).toBeDefined();
  expect(within(card(1)).getByText('证照过期')).toBeDefined();
  expect(within(card(1)).getByText('王芳 · 2026-03-05 09:02')).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
});

it('filters by result', async () => {
  const { user } = await open(2);
  expect(screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent)).toEqual(['全部 3']);
  await user.click(screen.getByRole('button', { name: '不合格 1' }));
  expect(card(1)).toBeDefined();
  expect(screen.queryByRole('group', { name: /要点2/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /未查/ })).toBeNull();
});

it('shows every value that a point had, which one lost, and what was said of it at a return', async () => {
  const { user } = await open(3);
  expect(within(card(2)).queryByRole('button', { name: /修改记录/ })).toBeNull();
  await user.click(within(card(1)).getByRole('button', { name: '修改记录（3）' }));
  const values = within(await screen.findByRole('dialog', { name: '修改记录' })).getAllByRole('listitem');
  expect(values.map((value) => value.textContent)).toEqual([
    expect.stringMatching(/已退回请拍有效期赵主任/),
    expect.stringMatching(/不合格证照过期王芳/),
    expect.stringMatching(/合格与他人冲突，未采用看过原件李强/),
  ]);
});

it('shows every return: who, when, why, and of which submission', async () => {
  const { user } = await open(6);
  await user.click(screen.getByRole('button', { name: '退回记录（1）' }));
  const sheet = await screen.findByRole('dialog', { name: '退回记录' });
  for (const words of ['照片不清', /^1\. 要点1/, '请拍有效期', '赵主任 · 2026-03-05 16:00:00 退回', '李强 · 2026-03-05 15:00:00 提交']) {
    expect(within(sheet).getByText(words)).toBeDefined();
  }
});

it('shows answers and a submission that have not been sent yet', async () => {
  const points = [taskPoint(1), taskPoint(2)];
  const detail = taskDetail(4, points, { status: 'inProgress' });
  const store = await openAnswers(detail.id, detail.taskName);
  for (const { pointId } of points) {
    await store.set(pointId, { result: 'qualified', remark: '', photos: [], answeredAt: '2026-03-05T01:02:03.000Z' }, { revision: 0, answer: null });
  }
  await enqueueSubmit(detail.id, detail.taskName);
  const client = queriesOf(detail);
  client.setQueryData(answerHistoryOptions(detail.id).queryKey, { history: [], returns: [] });
  await act(async () => void renderView(<SeeTaskPage />, { client, path: paths.seeTask.path, at: paths.seeTask.to(detail.id, detail.taskId) }));
  expect(await screen.findByText('已提交（待上传）')).toBeDefined();
  expect(within(card(1)).getByText('合格')).toBeDefined();
  expect(within(card(1)).getByText(/我 · 2026-03-05 09:02/)).toBeDefined();
  expect(within(card(1)).getByText(/已保存|待上传/)).toBeDefined();
});

it('calls 未查 what still lacks its remark, as the task itself does', async () => {
  const points = [taskPoint(1), taskPoint(2)];
  const detail = taskDetail(5, points, { status: 'inProgress' });
  const store = await openAnswers(detail.id, detail.taskName);
  await store.set(points[0]!.pointId, { result: 'unqualified', remark: '', photos: [], answeredAt: '' }, { revision: 0, answer: null });
  renderView(<SeeTaskPage />, { client: queriesOf(detail), path: paths.seeTask.path, at: paths.seeTask.to(detail.id, detail.taskId) });
  expect(await screen.findByRole('button', { name: '未查 2' })).toBeDefined();
  expect(screen.getByRole('button', { name: '不合格 1' })).toBeDefined();
});

it('says which point is a ★', async () => {
  await open(7);
  expect(within(card(1)).getByRole('img', { name: '否决项' })).toBeDefined();
  expect(within(card(2)).queryByRole('img')).toBeNull();
});

it('says why what is being corrected cannot be taken back', async () => {
  const detail = taskDetail(8, [taskPoint(1)], { status: 'submitted', submittedByName: '王芳', submittedAt: '2026-03-06T00:00:00.000Z', openedAt: null, isCorrecting: true });
  renderView(<SeeTaskPage />, { client: queriesOf(detail), path: paths.seeTask.path, at: paths.seeTask.to(detail.id, detail.taskId) });
  await screen.findByText('已开始自纠整改，不能撤回；需要修改时请联系管理员。');
  expect(screen.queryByRole('button', { name: '撤回提交' })).toBeNull();
});
