/** Fields whose text is not stored yet, since storing waits for a pause in typing. */
export interface FlushRegistry {
  /** `flush` stores at once what waits. @returns a function that ends the registration. */
  add(flush: () => Promise<unknown>): () => void;
  /** Resolves when everything that waited is stored, or was refused. */
  flushAll(): Promise<void>;
}

export function createFlushRegistry(): FlushRegistry {
  const fields = new Set<() => Promise<unknown>>();
  return {
    add: (flush) => {
      fields.add(flush);
      return () => void fields.delete(flush);
    },
    flushAll: async () => {
      await Promise.all([...fields].map((flush) => flush()));
    },
  };
}
