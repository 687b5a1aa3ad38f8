/** One table of what a person fills in: a new kind is a row and a payload in rows.ts, and a line here. */
import type { AnswerValue } from '#contract/answer.ts';
import { isReturn, isSameAnswer, isSameCorrection } from '#contract/same-value.ts';
import type { CorrectionValue } from '#contract/self-correction.ts';
import { getUser } from '@/session/session-store.ts';
import {
  ANSWER_PREFIX,
  answerKey,
  CORRECTION_PREFIX,
  correctionKey,
  type AnswerEntryRow,
  type CorrectionEntryRow,
  type HeldEntry,
  type OutboxEntry,
} from '@/offline/storage/rows.ts';

interface HeldKind<Entry extends HeldEntry, Value = Entry['payload']['value'], Theirs = NonNullable<Entry['theirs']>> {
  /** What the keys of its rows begin with. */
  prefix: string;
  /** Key of the row that an entry is about. */
  keyOf(entry: Entry): string;
  photosOf(value: Value): readonly string[];
  /** The same decision, whenever it was taken. */
  isSame(one: Value, other: Value): boolean;
  /** The value of what the server holds. */
  valueOf(theirs: Theirs): Value;
  /** The kind as which it goes to an administrator once it was refused. */
  lateKind: 'late' | 'lateCorrection';
  /** Who got there first, as a sentence. */
  changedBy(theirs: Theirs): string;
}

/** The person at this phone may have been there first, from another device. */
const nameOf = (id: string | null | undefined, name: string | null): string => {
  const isSame = id !== undefined && id === getUser()?.employeeId;
  return isSame ? '您在另一台设备上' : `${name ?? '他人'} `;
};

const heldKinds: { answer: HeldKind<AnswerEntryRow>; correction: HeldKind<CorrectionEntryRow> } = {
  answer: {
    prefix: ANSWER_PREFIX,
    keyOf: (entry) => answerKey(entry.deptTaskId, entry.payload.pointId),
    photosOf: (value) => value.photos,
    isSame: isSameAnswer,
    valueOf: ({ result, remark, photos, answeredAt }): AnswerValue => ({ result, remark, photos, answeredAt }),
    lateKind: 'late',
    changedBy: (theirs) => `${nameOf(theirs.answeredBy, theirs.answeredByName)}已修改此要点`,
  },
  correction: {
    prefix: CORRECTION_PREFIX,
    keyOf: (entry) => correctionKey(entry.payload.correctionId, entry.payload.itemId),
    photosOf: (value) => value.photosAfter,
    isSame: isSameCorrection,
    valueOf: ({ measures, responsible, photosAfter, correctedAt }): CorrectionValue => ({ measures, responsible, photosAfter, correctedAt }),
    lateKind: 'lateCorrection',
    changedBy: (theirs) => {
      if (theirs.savedBy === null) return '此项的问题已改变';
      return isReturn(theirs) ? '管理员退回了此项整改' : `${nameOf(theirs.savedBy, theirs.savedByName)}已修改此项整改`;
    },
  },
};

export type HeldKindName = keyof typeof heldKinds;
/** Prefixes of all rows that a person fills in. */
export const heldPrefixes = Object.values(heldKinds).map(({ prefix }) => prefix);

export const isHeldEntry = (entry: OutboxEntry): entry is HeldEntry => Object.hasOwn(heldKinds, entry.kind);

/** The line of the table for any entry: what it is given must belong together, as a row and its entry do. */
export const heldKindOf = (entry: { kind: HeldKindName }): HeldKind<HeldEntry> => heldKinds[entry.kind] as unknown as HeldKind<HeldEntry>;

/** The line of the table for a row's key. */
export function heldKindOfKey(key: string): HeldKind<HeldEntry> {
  const kind = Object.values(heldKinds).find(({ prefix }) => key.startsWith(prefix));
  if (kind === undefined) throw new Error(`${key} is no key of a row that a person fills in`);
  return kind as unknown as HeldKind<HeldEntry>;
}
