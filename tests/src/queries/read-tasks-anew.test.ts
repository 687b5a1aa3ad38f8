import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { homeKeys } from '@/queries/home-queries.ts';
import { myTaskKeys } from '@/queries/my-task-queries.ts';
import { readTasksAnew } from '@/queries/read-anew.ts';
import { selfCorrectionKeys } from '@/queries/self-correction-queries.ts';
import { taskKeys } from '@/queries/task-queries.ts';

test('what is done to a task makes old all that is told of tasks, and nothing else', async () => {
  const client = new QueryClient();
  const told = [taskKeys.list({}), myTaskKeys.detail('t1'), selfCorrectionKeys.recordList({}), homeKeys.duties(), ['late-work', 'mine']];
  for (const key of [...told, ['law', 'library']]) client.setQueryData(key, {});
  await readTasksAnew(client, ['late-work']);
  for (const key of told) expect(client.getQueryState(key)?.isInvalidated, JSON.stringify(key)).toBe(true);
  expect(client.getQueryState(['law', 'library'])?.isInvalidated).toBe(false);
});
