/** What a person gave on a phone and what the screen said of it, held against what phone and server hold. */
import type { GivenResult } from '#contract/result.ts';

/** An answer to a check point, or what was done about an item of a self-correction. */
export interface Value {
  /** Of an item, whether it is marked 已整改. */
  result: GivenResult | 'open' | 'corrected';
  /** Of an item, what was done and by whom. */
  remark: string;
  photos: readonly string[];
}

/** What was done about an item, and by whom, as one text. */
export const itemText = (measures: string, responsible: string): string => `${measures}/${responsible}`;

/** What stands on a point whose answer was taken back. */
export const NOTHING: Value = { result: 'cleared', remark: '', photos: [] };

/** A card on the screen. */
export interface Shown {
  result: Value['result'] | null;
  remark: string;
  photos: number;
  /** Where the value is, such as 已保存; empty for none. */
  mark: string;
}

/** What is in the phone's database. Points and items stand together: no id is both. */
export interface HeldOnPhone {
  /** By point or item: the value, and the entry that will carry it; null when the server has it. */
  answers: ReadonlyMap<string, { value: Value; entryId: string | null }>;
  /** By id. */
  entries: ReadonlyMap<string, { kind: string; state: string; value: Value | undefined; lastError: string | undefined }>;
}

/** What is in the server's tables. */
export interface HeldByServer {
  answers: ReadonlyMap<string, { value: Value; revision: number }>;
  /** Every value that arrived, by point or item, in the order of arrival. */
  history: ReadonlyMap<string, readonly { value: Value; revision: number; isOwn: boolean; isConflict: boolean }[]>;
}

export interface Finding {
  pointId: string;
  what: unknown;
}
export type Findings = Record<'missing' | 'duplicated' | 'altered', Finding[]>;

/** Marks under which the screen promises that nothing gets lost. */
const SAVED_MARKS: ReadonlySet<string> = new Set(['已保存', '待上传', '已送达', '需要登录']);

export interface Ledger {
  /** The person has given this value on that point. */
  give: (pointId: string, value: Value) => void;
  /** What the person gave last on that point. */
  last: (pointId: string) => Value | undefined;
  /** What the person gave last that looks so: a tap that a fault ended was noted and never took place. */
  lastShown: (pointId: string, card: Shown) => Value | undefined;
  /** Photos have no name before they are stored: the phone told it. */
  namePhotos: (pointId: string, photos: readonly string[]) => void;
  /** The screen shows this. */
  noteShown: (cards: Record<string, Shown>) => void;
  /** What was shown as saved last on that point. */
  saved: (pointId: string) => Value | undefined;
  /** The person chose a colleague's value instead, or it was found to be lost: what is given from then on counts anew. */
  giveUp: (pointId: string) => void;
  /** Points of which the screen shows something else than it showed as saved before, unless a colleague changed them. */
  lostOnScreen: (cards: Record<string, Shown>, changedByOthers: ReadonlySet<string>) => string[];
  /** Points of which the server has what was shown as saved last, or something newer of this person. */
  arrived: (server: HeldByServer) => string[];
  /** Phone first and server afterwards: what was sent in between is seen twice rather than not at all. */
  compare: (phone: HeldOnPhone, server: HeldByServer) => Findings;
  savedCount: () => number;
  givenCount: () => number;
}

const isSame = (one: Value, other: Value): boolean =>
  one.result === other.result &&
  one.remark === other.remark &&
  one.photos.length === other.photos.length &&
  one.photos.every((photo, index) => photo === other.photos[index]);

const isShown = (card: Shown, value: Value): boolean =>
  card.result === (value.result === 'cleared' ? null : value.result) && card.remark === value.remark && card.photos === value.photos.length;

export function createLedger(): Ledger {
  const given = new Map<string, Value[]>();
  /** By point, the place among the given values of the newest one that was shown as saved. */
  const saved = new Map<string, number>();

  const valuesFrom = (pointId: string, place: number): Value[] => given.get(pointId)?.slice(place) ?? [];

  const comparePoint = (pointId: string, values: readonly Value[], phone: HeldOnPhone, server: HeldByServer, findings: Findings): void => {
    const history = server.history.get(pointId) ?? [];
    const own = history.filter((row) => row.isOwn);
    const onServer = server.answers.get(pointId);
    const onPhone = phone.answers.get(pointId);
    const waiting = onPhone?.entryId == null ? undefined : onPhone;
    const say = (what: unknown): Finding => ({ pointId, what: { what, given: values, saved: saved.get(pointId), onPhone, onServer, history } });

    const place = saved.get(pointId);
    if (place !== undefined) {
      const wanted = valuesFrom(pointId, place);
      const isHeld = wanted.some((value) => (waiting && isSame(waiting.value, value)) || own.some((row) => isSame(row.value, value)));
      if (!isHeld) findings.missing.push(say('neither on the phone nor on the server'));
    }
    if (waiting) {
      const entry = phone.entries.get(waiting.entryId ?? '');
      if (!entry) findings.missing.push(say('waits under an entry that does not exist'));
      else if (!entry.value || !isSame(entry.value, waiting.value)) findings.altered.push(say({ entry }));
      if (!values.some((value) => isSame(value, waiting.value))) findings.altered.push(say('the phone holds what nobody gave'));
    }

    // What arrived is what was given, in that order, and each as often as it was given.
    let next = 0;
    for (const row of own) {
      if (!values.some((value) => isSame(value, row.value))) findings.altered.push(say({ arrived: row }));
      else if (!row.isConflict) {
        while (next < values.length && !isSame(values[next]!, row.value)) next += 1;
        if (next === values.length) findings.duplicated.push(say({ again: row }));
        else next += 1;
      }
    }
    const accepted = history.filter((row) => !row.isConflict);
    const newest = accepted.reduce((one, other) => (other.revision >= one.revision ? other : one), { value: undefined as Value | undefined, revision: 0 });
    if (onServer && (onServer.revision !== newest.revision || !newest.value || !isSame(onServer.value, newest.value))) {
      findings.altered.push(say('the answer is not the newest of its history'));
    }
  };

  return {
    give: (pointId, value) => given.set(pointId, [...(given.get(pointId) ?? []), value]),
    last: (pointId) => given.get(pointId)?.at(-1),
    lastShown: (pointId, card) => given.get(pointId)?.findLast((value) => isShown(card, value)),
    namePhotos: (pointId, photos) => {
      const values = given.get(pointId) ?? [];
      const last = values.at(-1);
      if (last) values[values.length - 1] = { ...last, photos };
    },
    noteShown: (cards) => {
      for (const [pointId, card] of Object.entries(cards)) {
        if (!SAVED_MARKS.has(card.mark)) continue;
        const place = (given.get(pointId) ?? []).findLastIndex((value) => isShown(card, value));
        if (place > (saved.get(pointId) ?? -1)) saved.set(pointId, place);
      }
    },
    saved: (pointId) => given.get(pointId)?.[saved.get(pointId) ?? -1],
    giveUp: (pointId) => void saved.delete(pointId),
    lostOnScreen: (cards, changedByOthers) =>
      [...saved].flatMap(([pointId, place]) => {
        const card = cards[pointId];
        const isThere = card && valuesFrom(pointId, place).some((value) => isShown(card, value));
        return isThere || changedByOthers.has(pointId) ? [] : [pointId];
      }),
    arrived: ({ history }) =>
      [...saved].flatMap(([pointId, place]) => {
        const own = history.get(pointId)?.filter((row) => row.isOwn) ?? [];
        return valuesFrom(pointId, place).some((value) => own.some((row) => isSame(row.value, value))) ? [pointId] : [];
      }),
    compare: (phone, server) => {
      const findings: Findings = { missing: [], duplicated: [], altered: [] };
      for (const [pointId, values] of given) comparePoint(pointId, values, phone, server, findings);
      return findings;
    },
    savedCount: () => saved.size,
    givenCount: () => [...given.values()].reduce((sum, values) => sum + values.length, 0),
  };
}
