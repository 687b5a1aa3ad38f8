/** What `work` resolves with; undefined when that takes longer than `limitMs`. The work itself goes on. */
export function within<Value>(work: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  const limit = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limitMs));
  return Promise.race([work, limit]);
}
