/**
 * What pdf.js calls, its legacy build does not bring along, and the oldest browsers lack (`vite/oldest-browsers.ts`). Import
 * it before pdf.js, in the page and in its worker. Our own code does without.
 */

/** As the language defines methods: found by no loop over an object. */
function fill(target: object, name: string | symbol, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/** Chrome 119, iOS 17.4. */
fill(Promise, 'withResolvers', () => {
  let resolve: ((value: unknown) => void) | undefined;
  let reject: ((reason: unknown) => void) | undefined;
  const promise = new Promise((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve, reject };
});

/** Chrome 116, iOS 17.4. */
fill(AbortSignal, 'any', (signals: Iterable<AbortSignal>): AbortSignal => {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal });
  }
  return controller.signal;
});

/** Chrome 110, iOS 16. */
fill(Array.prototype, 'toReversed', function toReversed(this: unknown[]) {
  return [...this].reverse();
});

/** Chrome 114, iOS 17.4: for fonts that a file names and does not embed. The old buffer stays usable, which nobody relies on. */
fill(ArrayBuffer.prototype, 'transferToFixedLength', function transferToFixedLength(this: ArrayBuffer, length: number = this.byteLength) {
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return bytes.buffer;
});

/** Chrome 124, and no iOS of before 2026: the text of a page comes so. */
fill(ReadableStream.prototype, Symbol.asyncIterator, async function* chunks(this: ReadableStream<unknown>) {
  const reader = this.getReader();
  let isAtEnd = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isAtEnd = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isAtEnd) await reader.cancel();
    reader.releaseLock();
  }
});
