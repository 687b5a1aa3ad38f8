/** Runs work of the same key one after another in this process, and work of different keys side by side. */
export function createKeyedQueue() {
  const lastOf = new Map<string, Promise<void>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const running = (lastOf.get(key) ?? Promise.resolve()).then(work);
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    lastOf.set(key, ended);
    try {
      return await running;
    } finally {
      if (lastOf.get(key) === ended) lastOf.delete(key);
    }
  };
}
