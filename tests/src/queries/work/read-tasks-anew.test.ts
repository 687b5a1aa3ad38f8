// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readTasksAnew } from '@/queries/client/read-anew.ts';
import { homeKeys } from '@/queries/home-queries.ts';
import { myTaskKeys } from '@/queries/work/my-task-queries.ts';
import { selfCorrectionKeys } from '@/queries/work/self-correction-queries.ts';
import { taskKeys } from '@/queries/work/task-queries.ts';

test('what is done to a task makes old all that is told of tasks, and nothing else', async () => {
  const client = new QueryClient();
  const told = [taskKeys.list({}), myTaskKeys.detail('t1'), selfCorrectionKeys.recordList({}), homeKeys.duties(), ['late-work', 'mine']];
  for (const key of [...told, ['law', 'library']]) client.setQueryData(key, {});
  await readTasksAnew(client, ['late-work']);
  for (const key of told) expect(client.getQueryState(key)?.isInvalidated, JSON.stringify(key)).toBe(true);
  expect(client.getQueryState(['law', 'library'])?.isInvalidated).toBe(false);
});
