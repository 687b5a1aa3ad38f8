export interface Signal {
  /** Fits `useSyncExternalStore`. @returns a function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
  tell: () => void;
}

/** Those who want to know when something changes. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: () => {
      for (const listener of listeners) listener();
    },
  };
}
