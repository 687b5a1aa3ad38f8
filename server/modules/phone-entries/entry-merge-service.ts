/**
 * What becomes of the entries that a phone's outbox sends: the same rules for everything that people fill in offline.
 * Pure; whoever calls it holds what the entries are about until the transaction ends.
 */

/** What every entry has, whatever it is about. */
export interface PhoneEntry {
  id: string;
  /** The revision that the person saw when deciding; 0 where there was none. */
  baseRevision: number;
}

/** Whose entries they are: whoever filled them in, not whoever brought them. */
export interface EntryAuthor {
  compNo: string;
  employeeId: string;
  employeeName: string;
  /** The administrator who brought them in from a ZIP; null for what the author's phone sent. */
  importedBy: string | null;
}

/** Said of an id that stands for something else, such as somebody else's entry. */
export const ID_TAKEN = '编号已被使用';

/** The base of a value that was decided to hold, whatever is held. */
export const WINNING_REVISION = 1_000_000_000;

/** An entry that was stored before. */
export interface KnownEntry<Entry> {
  subjectId: string;
  revision: number;
  isConflict: boolean;
  /** Sent by this person for this department task or self-correction; false means that the id stands for another entry. */
  isOwn: boolean;
  /** Whether it said the same. Phones give each value an id of its own; where one fails to, what its person means must not be lost. */
  isSame: (entry: Entry) => boolean;
}

/** The part of an outcome that does not say what it is about. */
export type Decision<Held> =
  | { outcome: 'saved'; revision: number }
  | { outcome: 'conflict'; current: Held }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'photosMissing'; missingPhotos: string[] };

export interface MergeState<Entry, Held> {
  /** What holds for the subjects that the entries name; undefined where there is no value yet, no key for a stranger. */
  held: ReadonlyMap<string, Held | undefined>;
  /** By entry id. */
  known: ReadonlyMap<string, KnownEntry<Entry>>;
  missingPhotos: ReadonlySet<string>;
  /** Why nothing can be stored any more, in words for the person. */
  closedReason: string | undefined;
}

export interface MergeRules<Entry extends PhoneEntry, Held> {
  subjectOf: (entry: Entry) => string;
  photosOf: (entry: Entry) => readonly string[];
  /** Whether both decided alike. */
  isSame: (held: Held, entry: Entry) => boolean;
  /** The value that holds once the entry is accepted. */
  accept: (entry: Entry, revision: number, held: Held | undefined) => Held;
  /** Whether what is held is nobody's any more, so that it stands against no value. */
  isOpen?: (held: Held) => boolean;
  /** Why a value cannot be taken as it is, in words for the person. */
  refusalOf?: (entry: Entry, held: Held | undefined) => string | undefined;
  /** Said of a subject that does not belong here. */
  unknownSubject: string;
}

export interface StoredEntry<Entry> {
  entry: Entry;
  revision: number;
  isConflict: boolean;
}

export interface MergeResult<Entry, Held> {
  /** One for each entry, in their order. */
  decisions: { entry: Entry; decision: Decision<Held> }[];
  /** What goes into the history. */
  stored: StoredEntry<Entry>[];
  /** The last value of each subject that changed. */
  changed: Map<string, Held>;
}

/**
 * Decides what becomes of the entries of one save. Different subjects merge without a word. One that somebody changed since
 * the person looked at it keeps its value unless both decided alike, or it was taken back; the other value goes into the history.
 */
export function mergePhoneEntries<Entry extends PhoneEntry, Held extends { revision: number }>(
  entries: readonly Entry[],
  state: MergeState<Entry, Held>,
  rules: MergeRules<Entry, Held>,
): MergeResult<Entry, Held> {
  const current = new Map(state.held);
  const known = new Map(state.known);
  const stored: StoredEntry<Entry>[] = [];
  const changed = new Map<string, Held>();

  const store = (entry: Entry, revision: number, isConflict: boolean) => {
    stored.push({ entry, revision, isConflict });
    known.set(entry.id, { subjectId: rules.subjectOf(entry), revision, isConflict, isOwn: true, isSame: (again) => rules.isSame(rules.accept(entry, revision, undefined), again) });
  };

  const decide = (entry: Entry): Decision<Held> => {
    const subjectId = rules.subjectOf(entry);
    const earlier = known.get(entry.id);
    const held = current.get(subjectId);
    if (earlier !== undefined) {
      if (!earlier.isOwn || earlier.subjectId !== subjectId) return rejected(ID_TAKEN);
      const isOther = (value: Held): boolean => !earlier.isSame(entry) && !rules.isSame(value, entry);
      return held !== undefined && (earlier.isConflict || isOther(held)) ? { outcome: 'conflict', current: held } : { outcome: 'saved', revision: earlier.revision };
    }
    if (!current.has(subjectId)) return rejected(rules.unknownSubject);
    if (state.closedReason !== undefined) {
      // Two people decided alike before it was closed: what the later one meant holds, and nothing is lost.
      return held !== undefined && rules.isSame(held, entry) ? { outcome: 'saved', revision: held.revision } : rejected(state.closedReason);
    }
    const missingPhotos = rules.photosOf(entry).filter((photo) => state.missingPhotos.has(photo));
    if (missingPhotos.length > 0) return { outcome: 'photosMissing', missingPhotos: [...new Set(missingPhotos)] };

    const heldRevision = held?.revision ?? 0;
    if (held !== undefined && entry.baseRevision < heldRevision && rules.isOpen?.(held) !== true) {
      // Kept in the history either way, so that a repeated entry finds its first outcome.
      const isAlike = rules.isSame(held, entry);
      store(entry, heldRevision, !isAlike);
      return isAlike ? { outcome: 'saved', revision: heldRevision } : { outcome: 'conflict', current: held };
    }
    const refusal = rules.refusalOf?.(entry, held);
    if (refusal !== undefined) return rejected(refusal);
    // A base above what is held comes from a phone that is ahead of a restored backup: its value is the newer one.
    const accepted = rules.accept(entry, heldRevision + 1, held);
    current.set(subjectId, accepted);
    changed.set(subjectId, accepted);
    store(entry, accepted.revision, false);
    return { outcome: 'saved', revision: accepted.revision };
  };

  return { decisions: entries.map((entry) => ({ entry, decision: decide(entry) })), stored, changed };
}

const rejected = (reason: string) => ({ outcome: 'rejected', reason }) as const;

/**
 * The phone's time, unless its clock is plainly wrong: a value is no older than what it is about and not from the future.
 * It then counts as given when it arrived; refusing it would lose it.
 */
export function plausibleTime(given: string, openedAt: string, now: Date): string {
  const time = Date.parse(given);
  const isPlausible = time >= Date.parse(openedAt) && time <= now.getTime();
  return isPlausible ? given : now.toISOString();
}

/** A phone may have been without a network for this long when what it sends arrives. */
const BELIEVED_DELAY_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The phone's time of a deed that may be late, so that a ward without a network is not late for that reason. It is believed
 * only if it fits: not in the future, not long ago, and after everything that must have come before; else the arrival counts.
 */
export function believedTime(given: string, notBefore: string, now: Date): string {
  const arrival = now.toISOString();
  const earliest = new Date(now.getTime() - BELIEVED_DELAY_MS).toISOString();
  return given > arrival || given < earliest || given < notBefore ? arrival : given;
}
