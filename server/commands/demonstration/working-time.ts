import { addDays, dayStart, daysBetween } from '#contract/calendar.ts';
import type { Random } from './random.ts';

const MINUTE_MS = 60_000;

/** An instant of a day in Shanghai. */
export const at = (day: string, hour: number, minute = 0): Date => new Date(dayStart(day).getTime() + (hour * 60 + minute) * MINUTE_MS);
export const later = (from: Date, minutes: number): Date => new Date(from.getTime() + Math.round(minutes * MINUTE_MS));

export interface Round {
  /** When each point was answered, in their order. */
  answeredAt: Date[];
  /** When the answers arrived: at once, or together where the ward had no network. */
  savedAt: Date[];
}

const POINTS_PER_ROUND = 70;

/**
 * Rounds through the ward in which so many points are answered, all between two days, in working hours. The last round is on
 * the last day, and ends early enough to submit on the same day.
 */
export function planRounds(random: Random, pointCount: number, firstDay: string, lastDay: string): Round[] {
  const roundCount = Math.ceil(pointCount / POINTS_PER_ROUND);
  const span = Math.max(daysBetween(firstDay, lastDay), 0);
  const rounds: Round[] = [];
  let free = at(lastDay < firstDay ? lastDay : firstDay, 8);
  for (let index = 0; index < roundCount; index += 1) {
    const day = addDays(lastDay, -Math.floor((span * (roundCount - 1 - index)) / roundCount));
    const earliest = at(day, roundCount === 1 ? random.between(8, 13) : 8, random.between(10, 50));
    let moment = earliest > free ? earliest : free;
    const answeredAt: Date[] = [];
    const count = Math.min(POINTS_PER_ROUND, pointCount - index * POINTS_PER_ROUND);
    for (let point = 0; point < count; point += 1) {
      moment = new Date(moment.getTime() + random.between(15, 75) * 1000 + random.between(0, 999));
      answeredAt.push(moment);
    }
    const isOffline = random.chance(0.2);
    const arrival = later(moment, random.between(3, 20));
    const savedAt = answeredAt.map((each) => (isOffline ? arrival : new Date(each.getTime() + random.between(300, 4000))));
    rounds.push({ answeredAt, savedAt });
    free = later(arrival, 5);
  }
  return rounds;
}
