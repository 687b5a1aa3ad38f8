export interface Timers {
  now: () => number;
  /** @returns a function that calls it off */
  after: (ms: number, work: () => void) => () => void;
}

/** Of the page's own clock, which no one sets back. */
export const pageTimers: Timers = {
  now: () => performance.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
