import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { CheckPoint } from '#contract/check-point.ts';
import { SearchPalette } from '@/features/search/SearchPalette.tsx';
import { paths } from '@/lib/paths.ts';
import type { FromSearchWorker, ToSearchWorker } from '@/lib/text/search-messages.ts';
import { enabledPointsOptions } from '@/queries/laws/enabled-points.ts';
import { lawLibraryOptions } from '@/queries/laws/law-queries.ts';
import { answerCalls } from '../answering-server.ts';
import { queriesOf, renderView, signInSomebody } from '../my-tasks/render-view.tsx';

/** A browser's worker, with an index of nothing. */
class EmptyWorker extends EventTarget {
  postMessage(message: ToSearchWorker): void {
    const { request } = message;
    const data: FromSearchWorker =
      message.type === 'build'
        ? { type: 'built', request, missing: [], took: 1 }
        : { type: 'found', request, result: { query: message.query, lawCount: 0, articleCount: 0, laws: [], pointCount: 0, points: [] } };
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), 0);
  }
  terminate(): void {}
}

/** A server with one task, whose name it finds by its characters alone. */
const task = { id: 'd1', taskId: 't1', taskName: '氧气站专项自查', taskType: 2, status: 'pending', endDate: '2026-06-30' };
let isBroken = false;
let asked = 0;
answerCalls(({ query }) => {
  if (isBroken) return undefined;
  asked += 1;
  const records = task.taskName.includes(query.get('taskName') ?? '') ? [task] : [];
  return { message: { records, total: records.length, pageNum: 1, pageSize: 4 } };
});
beforeAll(() => void vi.stubGlobal('Worker', EmptyWorker));
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => void signInSomebody());

async function searchFor(text: string, points: readonly { id: string }[] = [{ id: 'p1' }]): Promise<void> {
  const client = queriesOf();
  client.setQueryData(lawLibraryOptions().queryKey, []);
  client.setQueryData(enabledPointsOptions().queryKey, points as CheckPoint[]);
  renderView(<SearchPalette screens={[]} isAdmin={false} onClose={() => undefined} />, { client, path: paths.home.path, at: paths.home.to() });
  await userEvent.type(screen.getByRole('combobox'), text);
}

it('says that nothing was found where the server looked for tasks too', async () => {
  await searchFor('电梯');
  expect(await screen.findByText('没有结果')).toBeDefined();
  expect(asked).toBeGreaterThan(0);
});

it.each(['yqz', 'yangqi'])('finds a task of the server, that this device never saw, by pinyin (%s)', async (typed) => {
  await searchFor(typed);
  expect((await screen.findByRole('option', { name: /氧气站专项自查/ })).getAttribute('href')).toBe(`#${paths.toComplete.to(task.id)}`);
});

it('says that the tasks of the server were not searched where it does not answer', async () => {
  isBroken = true;
  await searchFor('水井');
  expect(await screen.findByText('没有结果，任务只检索了本机已有的，联网后可检索全部')).toBeDefined();
});

it('says so of the check points where this device has none', async () => {
  isBroken = true;
  await searchFor('水井', []);
  expect(await screen.findByText('没有结果，任务、检查要点只检索了本机已有的，联网后可检索全部')).toBeDefined();
});
