import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { StaffHome } from '@/features/home/StaffHome.tsx';
import { TaskCard } from '@/features/my-tasks/TaskCard.tsx';
import { CorrectionCard } from '@/features/self-corrections/CorrectionCard.tsx';
import { myTaskListOptions } from '@/queries/work/my-task-queries.ts';
import { myCorrectionListOptions } from '@/queries/work/self-correction-queries.ts';
import { deptTask } from '../../features/my-tasks/fixture.ts';
import { queriesOf, renderView, signInSomebody } from '../../features/my-tasks/render-view.tsx';

const task = deptTask(91);
const correction = { id: 'c91', deptTaskId: task.id, taskName: task.taskName, taskType: 3, status: 'open', dueDate: '2026-03-31', itemCount: 2, correctedCount: 0, returnedCount: 0 } as SelfCorrection;

it('is the same on every card of a task or a self-correction', async () => {
  signInSomebody();
  const client = queriesOf();
  const page = { pageNum: 1, pageSize: 10 };
  client.setQueryData(myTaskListOptions({ status: 'open', ...page }).queryKey, { ...page, total: 1, records: [task] });
  client.setQueryData(myCorrectionListOptions({ status: 'open', ...page }).queryKey, { ...page, total: 1, records: [correction] });
  const typeOn = async (card: ReactNode, words: string): Promise<string> => {
    const { unmount } = renderView(card, { client, path: '/', at: '/' });
    const { className } = await screen.findByText(words, { selector: 'li *' });
    unmount();
    return className;
  };
  const looks = [
    await typeOn(<TaskCard task={task} waiting={undefined} isKept />, '日常自查'),
    await typeOn(<CorrectionCard correction={correction} waiting={undefined} isKept />, '日常自查'),
    await typeOn(<StaffHome />, '日常自查'),
    await typeOn(<StaffHome />, '自纠'),
  ];
  expect(looks[0]).toMatch(/tag/);
  expect(new Set(looks).size).toBe(1);
});
