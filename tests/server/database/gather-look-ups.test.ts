import { expect, test } from 'vitest';
import { gatherLookUps } from '../../../server/database/gather-look-ups.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what is asked for at once is looked up at once, each key once', async () => {
  const asked: string[][] = [];
  const find = gatherLookUps(async (keys) => {
    asked.push(keys);
    await nextTurn();
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]));
  });
  expect(await Promise.all([find('a'), find('b'), find('a'), find('nobody')])).toEqual(['A', 'B', 'A', undefined]);
  expect(asked).toEqual([['a', 'b', 'nobody']]);
});

test('what is asked for while a look-up runs is looked up anew, since it may have changed', async () => {
  let state = 'open';
  const find = gatherLookUps(async (keys) => {
    const seen = state;
    await nextTurn();
    await nextTurn();
    return new Map(keys.map((key) => [key, seen]));
  });
  const first = find('session');
  await nextTurn();
  state = 'revoked';
  const second = find('session');
  expect(await Promise.all([first, second])).toEqual(['open', 'revoked']);
});

test('a failure is told to everybody who asked, and to nobody after', async () => {
  let isDown = true;
  const find = gatherLookUps(async (keys) => {
    if (isDown) throw new Error('down');
    return Promise.resolve(new Map(keys.map((key) => [key, true])));
  });
  expect((await Promise.allSettled([find('a'), find('b')])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await find('a')).toBe(true);
});
