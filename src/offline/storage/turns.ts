/** What is done one after the other, in the order in which it was asked for. */
export interface Turns {
  /** Does `work` once all that was asked for before has ended, however it ended. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Whether nothing was asked for after that one. */
  isLast(turn: Promise<unknown>): boolean;
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take: (work) => {
      const turn = last.then(work, work);
      last = turn;
      return turn;
    },
    isLast: (turn) => turn === last,
  };
}
