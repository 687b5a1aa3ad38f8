import { v7 as uuidv7 } from 'uuid';

/** Pseudo-random choices that are the same at each run: a demonstration must look alike wherever it is shown. */
export interface Random {
  /** From 0 up to, and without, 1. */
  next: () => number;
  /** Whole number; both ends included. */
  between: (least: number, most: number) => number;
  chance: (probability: number) => boolean;
  pick: <Value>(values: readonly Value[]) => Value;
  /** Some of the values, in their order. */
  sample: <Value>(values: readonly Value[], count: number) => Value[];
  /** UUIDv7 of an instant. */
  id: (at: Date) => string;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32 (public domain, Tommy Ettinger).
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[between(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  };
  return {
    next,
    between,
    pick,
    chance: (probability) => next() < probability,
    sample: (values, count) => {
      let wanted = count;
      return values.filter((_, index) => {
        const isChosen = next() * (values.length - index) < wanted;
        if (isChosen) wanted -= 1;
        return isChosen;
      });
    },
    id: (at) => uuidv7({ msecs: at.getTime(), random: Uint8Array.from({ length: 16 }, () => between(0, 255)) }),
  };
}
