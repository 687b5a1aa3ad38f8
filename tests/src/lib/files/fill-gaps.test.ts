import { expect, test, vi } from 'vitest';

/** Runs in a browser that lacks what pdf.js calls. */
async function inOldBrowser(): Promise<void> {
  for (const [holder, name] of [
    [Promise, 'withResolvers'],
    [AbortSignal, 'any'],
    [Array.prototype, 'toReversed'],
    [ArrayBuffer.prototype, 'transferToFixedLength'],
    [ReadableStream.prototype, Symbol.asyncIterator],
  ] as const) {
    expect(Reflect.deleteProperty(holder, name)).toBe(true);
    expect(name in holder).toBe(false);
  }
  vi.resetModules();
  await import('@/lib/files/fill-gaps.ts');
}

test('what pdf.js calls works where the browser lacks it', async () => {
  await inOldBrowser();

  const { promise, resolve } = Promise.withResolvers<number>();
  resolve(3);
  expect(await promise).toBe(3);

  const [one, other] = [new AbortController(), new AbortController()];
  const either = AbortSignal.any([one.signal, other.signal]);
  expect(either.aborted).toBe(false);
  other.abort('left');
  one.abort('late');
  expect([either.aborted, either.reason]).toEqual([true, 'left']);
  expect(AbortSignal.any([one.signal]).reason).toBe('late');

  const list = [1, 2, 3];
  expect([list.toReversed(), list]).toEqual([
    [3, 2, 1],
    [1, 2, 3],
  ]);

  const bytes = new Uint8Array([1, 2, 3]).buffer;
  expect([...new Uint8Array(bytes.transferToFixedLength(2))]).toEqual([1, 2]);
  expect([...new Uint8Array(new Uint8Array([1]).buffer.transferToFixedLength(3))]).toEqual([1, 0, 0]);

  const cancelled: unknown[] = [];
  const streamOf = (): ReadableStream<number> =>
    new ReadableStream({
      start: (controller) => {
        for (const part of [1, 2]) controller.enqueue(part);
        controller.close();
      },
      cancel: (reason) => void cancelled.push(reason),
    });
  const parts: number[] = [];
  for await (const part of streamOf()) parts.push(part);
  expect(parts).toEqual([1, 2]);
  const endless = new ReadableStream<number>({ pull: (controller) => controller.enqueue(1), cancel: () => void cancelled.push('cancelled') });
  for await (const part of endless) if (part === 1) break;
  expect(cancelled).toEqual(['cancelled']);
});
