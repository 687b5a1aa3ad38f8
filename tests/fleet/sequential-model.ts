/** What the same taps leave when nothing ever fails: a list read from its beginning, and no phone, network or database. */
import type { Tap } from './phone.ts';

export interface Arrived {
  pointId: string;
  remark: string;
  revision: number;
  isConflict: boolean;
}

export interface Finding {
  pointId: string;
  what: string;
}

/** What stands on a point that one person alone answered: the last tap. */
export const lastTaps = (taps: readonly Tap[]): Map<string, Tap> => new Map(taps.map((tap) => [tap.pointId, tap]));

/** Each value that is accepted is based on the one before: they stand in the order of their revisions, and the last one holds. */
export function lastAccepted(history: readonly Arrived[]): Map<string, Arrived> {
  const accepted = history.filter((row) => !row.isConflict).toSorted((one, other) => one.revision - other.revision);
  return new Map(accepted.map((row) => [row.pointId, row]));
}

/** Compares what arrived of one department task, in the order of arrival, with what its people did. */
export function compare(people: readonly (readonly Tap[])[], ownPoints: readonly (readonly string[])[], history: readonly Arrived[]): Finding[] {
  const findings: Finding[] = [];
  const say = (pointId: string, what: string): void => void findings.push({ pointId, what });
  const given = new Map(people.flat().map((tap) => [tap.remark, tap]));

  const accepted = new Set<string>();
  const revisions = new Map<string, number>();
  for (const row of history.toSorted((one, other) => one.revision - other.revision)) {
    if (given.get(row.remark)?.pointId !== row.pointId) say(row.pointId, `${row.remark} arrived, and nobody gave it`);
    if (row.isConflict) continue;
    if (accepted.has(row.remark)) say(row.pointId, `${row.remark} arrived twice`);
    accepted.add(row.remark);
    const before = revisions.get(row.pointId) ?? 0;
    if (row.revision !== before + 1) say(row.pointId, `revision ${row.revision} follows ${before}`);
    revisions.set(row.pointId, row.revision);
  }

  people.forEach((taps, index) => {
    const own = new Set(ownPoints[index]);
    for (const [pointId, last] of lastTaps(taps)) {
      const arrived = history.filter((row) => row.pointId === pointId);
      if (!own.has(pointId)) {
        if (!last.isGivenUp && !arrived.some((row) => row.remark === last.remark)) say(pointId, `${last.remark} was lost`);
        continue;
      }
      if (arrived.some((row) => row.isConflict)) say(pointId, 'a conflict of one person');
      if (lastAccepted(arrived).get(pointId)?.remark !== last.remark) say(pointId, `${last.remark} should stand there`);
      const order = arrived.toSorted((one, other) => one.revision - other.revision).map((row) => taps.findIndex((tap) => tap.remark === row.remark));
      if (order.some((place, at) => at > 0 && place <= (order[at - 1] ?? -1))) say(pointId, 'taps arrived in another order');
    }
  });
  return findings;
}
