import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { asOperation } from '@/api/operation.ts';

let ids: string[] = [];
const succeed = (id: string) => Promise.resolve(ids.push(id));
const fail = (kind: 'offline' | 'business') => (id: string) => {
  ids.push(id);
  return Promise.reject(new ApiError(kind, '失败'));
};
const tried = async (deed: string, send: (id: string) => Promise<unknown>) => {
  await asOperation(deed, send).catch(() => undefined);
  return ids.at(-1);
};

beforeEach(() => {
  ids = [];
});

it('keeps its id until it succeeds, whatever keeps it from that, and has another afterwards', async () => {
  const first = await tried('a', fail('offline'));
  // Such as a session that ended meanwhile: what the first try did, nobody knows yet.
  expect(await tried('a', fail('business'))).toBe(first);
  expect(await tried('a', succeed)).toBe(first);
  expect(await tried('a', succeed)).not.toBe(first);
});

it('has one id for two taps', async () => {
  const gate = Promise.withResolvers<undefined>();
  const wait = (id: string) => (ids.push(id), gate.promise);
  const both = Promise.all([asOperation('a', wait), asOperation('a', wait)]);
  gate.resolve(undefined);
  await both;
  expect(new Set(ids).size).toBe(1);
});

it('keeps its id while others are done', async () => {
  const first = await tried('add', fail('offline'));
  expect(await tried('remove', succeed)).not.toBe(first);
  expect(await tried('add', succeed)).toBe(first);
});

it('has another id five minutes after its first try: it may have been undone elsewhere', async () => {
  vi.useFakeTimers();
  try {
    const first = await tried('b', fail('offline'));
    vi.advanceTimersByTime(4 * 60_000);
    expect(await tried('b', fail('offline'))).toBe(first);
    vi.advanceTimersByTime(61_000);
    expect(await tried('b', succeed)).not.toBe(first);
  } finally {
    vi.useRealTimers();
  }
});
