import { afterEach, beforeEach, expect, it } from 'vitest';
import { runDaily } from '../../../server/modules/jobs/job-service.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let done: string[];
beforeEach(async () => {
  server = await startTestServer();
  done = [];
});
afterEach(() => server.stop());

const note = (what: string) => async (today: string) => {
  done.push(`${what} ${today}`);
  return false;
};

it('is done once a day, by the day in Shanghai', async () => {
  const run = () => runDaily(server.context, 'work', [note('work')]);
  server.clock.set('2026-06-15T15:59:59.999Z');
  expect([await run(), await run()]).toEqual([true, true]);
  server.clock.set('2026-06-15T16:00:00.000Z');
  expect([await run(), await run()]).toEqual([true, true]);
  expect(done).toEqual(['work 2026-06-15', 'work 2026-06-16']);
});

it('goes on with a step as long as there is more of it', async () => {
  let left = 3;
  await runDaily(server.context, 'work', [async () => (left -= 1) > 0, note('then')]);
  expect([left, done]).toEqual([0, ['then 2026-06-15']]);
});

it('is done by one of several, and taken over from one that gives no sign of life', async () => {
  const began = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const hanging = runDaily(server.context, 'work', [
    async () => {
      began.resolve();
      await mayEnd.promise;
      return true;
    },
    note('the hanging one'),
  ]);
  await began.promise;
  const other = () => runDaily(server.context, 'work', [note('the other')]);
  expect(await other()).toBe(false);
  server.clock.advance(3 * MINUTE_MS);
  expect(await other()).toBe(true);
  mayEnd.resolve();
  expect(await hanging).toBe(false);
  expect(done).toEqual(['the other 2026-06-15']);
});

it('is tried again after a failure, and after a stop', async () => {
  const failing = async () => {
    throw new Error('no');
  };
  await expect(runDaily(server.context, 'work', [failing])).rejects.toThrow('no');
  expect(await runDaily(server.context, 'work', [note('work')], () => true)).toBe(false);
  expect(done).toEqual([]);
  expect(await runDaily(server.context, 'work', [note('work')])).toBe(true);
  expect(await runDaily(server.context, 'another', [note('another')])).toBe(true);
  expect(done).toEqual(['work 2026-06-15', 'another 2026-06-15']);
});
