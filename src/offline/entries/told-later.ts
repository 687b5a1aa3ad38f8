/**
 * Listeners who are told in a task of its own, once for all that has changed by then: what shows counts is drawn behind
 * the card that the person has just tapped.
 */
export interface LaterListeners {
  /** @returns a function that ends the subscription. */
  add(listener: () => void): () => void;
  tell(): void;
}

export function laterListeners(): LaterListeners {
  const listeners = new Set<() => void>();
  let isDue = false;
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: () => {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        for (const listener of listeners) listener();
      }, 0);
    },
  };
}
