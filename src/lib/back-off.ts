const BACK_OFF_BASE_MS = 1000;
/** The most that a person who looks at the screen waits for the next try. */
export const BACK_OFF_CAP_MS = 60_000;

/** Doubles with each failure up to the cap; between half and all of that, so that phones do not come back together. */
export function backOff(failures: number, random: number): number {
  const full = Math.min(BACK_OFF_CAP_MS, BACK_OFF_BASE_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
