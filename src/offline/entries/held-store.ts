/**
 * What a person fills in of one task or self-correction, as this phone holds it: in memory for the screen, in IndexedDB for
 * good. The same for every kind; what is special about one is in its own file.
 */
import { v7 as uuidv7 } from 'uuid';
import type { AccountRows } from '@/offline/storage/account-rows.ts';
import { StorageError, type RowChange } from '@/offline/storage/database.ts';
import { ENTRY_PREFIX, type HeldRow, type HeldTheirs, type HeldValue, type OutboxEntry, type Row } from '@/offline/storage/rows.ts';
import { applyChange, keyOfChange, undoChange, type HeldChange } from './held-change.ts';
import { heldKindOf } from './held-kinds.ts';
import { localOf, type Local, type SaveState } from './held-view.ts';
import type { Outbox } from './outbox.ts';
import { meetTheirs } from './settle.ts';
import { createLaterSignal } from './told-later.ts';
import { moveToDisk } from './unsaved.ts';

/** What was on the screen when the person decided. */
export interface Base {
  /** The server's revision; 0 where it had nothing. */
  revision: number;
  /** The wording of what was decided on, kept with the entry. */
  content?: string;
}

export interface Change<Value> {
  id: string;
  value: Value;
  base: Base;
}

export interface SetOptions {
  /** Keeps the values on this phone for that long before they are sent, so that `clear` can still undo them. */
  holdMs?: number;
  /** The screen shows the values by itself: listeners are told when they are stored, or when that takes long. */
  isShown?: boolean;
}

const inTheWay: ReadonlySet<SaveState> = new Set(['notSaved', 'failed', 'conflict']);

/** As long as a person takes an answer for immediate. */
const TOLD_WITHIN_MS = 100;

export interface HeldStore<Value extends HeldValue, Theirs extends HeldTheirs> {
  /** The same object until that one changes. Undefined where this phone holds nothing: the server's value shows. */
  get(id: string): Local<Value, Theirs> | undefined;
  /**
   * Shows the values at once as `saving` and stores them, all in one transaction.
   * @returns true once they are stored on this phone; false when the phone refused, and they stay in memory as `notSaved`.
   */
  setMany(changes: readonly Change<Value>[], options?: SetOptions): Promise<boolean>;
  /**
   * Takes back values that were never sent; the screen shows again what it showed before.
   * @returns the ids that could not be taken back, since the server may have them.
   */
  clear(ids: readonly string[]): Promise<string[]>;
  /**
   * Tells what the server holds of that one, call it as often as you like: a choice that is open follows it.
   * @param isHidden the value on this phone is not sent, and would hide it without a choice
   */
  meetTheirs(id: string, theirs: Theirs, isHidden?: boolean): void;
  /** Calls back at a change of that one, or soon after one of any ('*'). @returns a function that ends the subscription. */
  subscribe(id: string, listener: () => void): () => void;
  /** Counts the changes that this phone has seen, so that a screen knows when to look again. */
  version(): number;
  /** Tells the listeners of '*' that something else has changed that they can ask for. */
  notifyAll(): void;
  /** Why what is on this phone could not be read, as a sentence; null when it was. */
  problem(): string | null;
  /** Reads what is on this phone, and follows it from then on. Never rejects over storage: see `problem`. */
  load(): Promise<void>;
}

export interface HeldStoreSetup<Value> {
  rows: AccountRows;
  outbox: Outbox;
  /** What the keys of the rows begin with; the rest of a key is the id. */
  prefix: string;
  /** Which id an entry is about; undefined for one that is about something else. */
  idOf(entry: OutboxEntry): string | undefined;
  changeOf(change: Change<Value>): Omit<HeldChange, 'seenRevision' | 'newEntryId' | 'notBefore'>;
  /** Called when what is shown of those has changed, before any listener. */
  onChanged?(ids: ReadonlySet<string>): void;
}

interface Batch<Value> {
  changes: Map<string, Change<Value>>;
  notBefore: number;
  done: Promise<boolean>;
}

export function createHeldStore<Value extends HeldValue, Theirs extends HeldTheirs>({
  rows,
  outbox,
  prefix,
  idOf,
  changeOf,
  onChanged = () => undefined,
}: HeldStoreSetup<Value>): HeldStore<Value, Theirs> {
  const held = new Map<string, HeldRow>();
  /** Shown before they are stored. */
  const saving = new Map<string, Change<Value>>();
  const shown = new Map<string, Local<Value, Theirs>>();
  const listeners = new Map<string, Set<() => void>>();
  const listenersOfAll = createLaterSignal();
  let readProblem: string | null = null;
  let version = 0;
  let writeProblem = '';
  let gathering: Batch<Value> | undefined;

  const isUnsaved = (id: string): boolean => rows.unsaved.get(prefix + id) !== undefined;

  const compute = (id: string): Local<Value, Theirs> | undefined => {
    const row = held.get(id);
    const change = saving.get(id);
    const entry = row?.entryId ? outbox.get(row.entryId) : undefined;
    const local = row && (localOf(row, entry, isUnsaved(id), writeProblem) as Local<Value, Theirs>);
    if (!change) return local;
    // What stands in the way stays said until the change is stored: words that go for a moment move the cards under the finger.
    if (local && inTheWay.has(local.saveState)) return { ...local, value: change.value };
    const unsaved: Local<Value, Theirs> = { value: change.value, saveState: 'saving', revision: row?.confirmed?.revision ?? 0, entryId: row?.entryId ?? null };
    return local?.refusal === undefined ? unsaved : { ...unsaved, refusal: local.refusal };
  };

  const notify = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener();
  };

  const update = (ids: ReadonlySet<string>) => {
    for (const id of ids) {
      const local = compute(id);
      if (local) shown.set(id, local);
      else shown.delete(id);
    }
    version += 1;
    onChanged(ids);
  };

  const tell = (ids: Iterable<string>) => {
    for (const id of ids) notify(id);
    listenersOfAll.tell();
  };

  const refresh = (ids: ReadonlySet<string>) => {
    if (ids.size === 0) return;
    update(ids);
    tell(ids);
  };

  const applyRows = (news: readonly RowChange[]) => {
    const touched = new Set<string>();
    for (const { key, row } of news) {
      if (key.startsWith(ENTRY_PREFIX)) {
        const id = row && idOf(row as OutboxEntry);
        if (id !== undefined) touched.add(id);
      } else if (key.startsWith(prefix)) {
        const id = key.slice(prefix.length);
        if (row) held.set(id, row as HeldRow);
        // What was delivered is removed once the stored copy has it. What this page shows may be older.
        else if (held.get(id)?.entryId !== null) held.delete(id);
        // What was to be stored is: it is shown so by this news already.
        if (row && saving.get(id)?.value === (row as HeldRow).value) saving.delete(id);
        touched.add(id);
      }
    }
    refresh(touched);
  };

  const store = async (changes: readonly Change<Value>[], notBefore: number): Promise<boolean> => {
    const now = Date.now();
    const wanted: HeldChange[] = changes.map((change) => ({
      ...changeOf(change),
      seenRevision: change.base.revision,
      newEntryId: uuidv7(),
      notBefore,
    }));
    // What lives in memory goes first: the phone may take it by now, and nothing is saved without its photos.
    const unsavedPhotos = await moveToDisk(rows);
    const hasUnsavedPhoto = (change: HeldChange): boolean =>
      heldKindOf(change)
        .photosOf(change.payload.value)
        .some((photo) => unsavedPhotos.has(photo));
    const stored = (change: HeldChange): HeldRow | undefined => rows.stored<Row & HeldRow>(keyOfChange(change));
    // What stays in memory is newer than what the phone holds of the same: it changes there, or it would come back over the change.
    const isFollower = (change: HeldChange): boolean => rows.unsaved.get(keyOfChange(change)) !== undefined;
    const storable = wanted.filter((change) => !isFollower(change) && !hasUnsavedPhoto(change));
    const left = wanted.filter((change) => !storable.includes(change));
    try {
      await rows.disk.change(
        async (write) => void (await Promise.all(storable.map((change) => applyChange(write, rows.account, change, now, { expectedEntryId: stored(change)?.entryId })))),
      );
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      writeProblem = error.message;
      left.push(...storable);
    }
    if (left.length > 0) {
      writeProblem ||= new StorageError('full', undefined).message;
      await rows.changeUnsaved(async (write) => {
        for (const change of left) await applyChange(write, rows.account, change, now, { elsewhere: stored(change) });
      });
      // The photo that kept it in memory may be gone from it.
      if (left.some((change) => !hasUnsavedPhoto(change))) await moveToDisk(rows);
    }
    // What was the same as before was not written, so that no news told of it.
    const untold = changes.filter((change) => saving.get(change.id) === change);
    for (const { id } of untold) saving.delete(id);
    refresh(new Set(untold.map(({ id }) => id)));
    return !left.some(isFollower);
  };

  /** One write at a time; what comes meanwhile is gathered unless something else was done since, and the latest value of each wins. */
  const write = (changes: readonly Change<Value>[], notBefore: number): Promise<boolean> => {
    if (gathering?.notBefore === notBefore && rows.turns.isLast(gathering.done)) {
      for (const change of changes) gathering.changes.set(change.id, change);
      return gathering.done;
    }
    const batch: Batch<Value> = { changes: new Map(changes.map((change) => [change.id, change])), notBefore, done: Promise.resolve(false) };
    batch.done = rows.turns.take(() => {
      if (gathering === batch) gathering = undefined;
      return store([...batch.changes.values()], notBefore);
    });
    gathering = batch;
    return batch.done;
  };

  const undo = async (ids: readonly string[]): Promise<string[]> => {
    const unsaved = ids.filter(isUnsaved);
    const stored = ids.filter((id) => !isUnsaved(id));
    const keptInMemory = await rows.changeUnsaved(async (change) => {
      const kept: string[] = [];
      for (const id of unsaved) {
        if (await undoChange(change, prefix + id)) change.remove(prefix + id);
        else kept.push(id);
      }
      return kept;
    });
    const keptOnDisk = await rows.disk
      .change(async (change) => {
        const undone = await Promise.all(stored.map((id) => undoChange(change, prefix + id)));
        return stored.filter((_, index) => !undone[index]);
      })
      .catch((error: unknown) => {
        if (error instanceof StorageError) return stored;
        throw error;
      });
    return [...keptInMemory, ...keptOnDisk];
  };

  return {
    load: () =>
      rows.follow([prefix], applyRows, (sentence) => {
        readProblem = sentence;
        listenersOfAll.tell();
      }),
    get: (id) => shown.get(id),
    setMany: (changes, options) => {
      if (changes.length === 0) return Promise.resolve(true);
      for (const change of changes) saving.set(change.id, change);
      const ids = new Set(changes.map((change) => change.id));
      if (options?.isShown) {
        update(ids);
        setTimeout(() => tell([...ids].filter((id) => saving.has(id))), TOLD_WITHIN_MS);
      } else {
        refresh(ids);
      }
      return write(changes, options?.holdMs ? Date.now() + options.holdMs : 0);
    },
    clear: (ids) => rows.turns.take(() => undo(ids)),
    meetTheirs: (id, theirs, isHidden = false) => {
      const local = shown.get(id);
      const known = local?.saveState === 'conflict' ? local.theirs?.revision : isHidden ? local?.revision : undefined;
      if (!local?.entryId || known === undefined || theirs.revision <= known) return;
      const { entryId } = local;
      rows.changeEntry(entryId, async (write) => meetTheirs(write, entryId, theirs)).catch((error: unknown) => {
        // It is met with the next detail.
        if (!(error instanceof StorageError)) throw error;
      });
    },
    subscribe: (id, listener) => {
      if (id === '*') return listenersOfAll.subscribe(listener);
      const subscribed = listeners.get(id) ?? new Set();
      listeners.set(id, subscribed.add(listener));
      return () => {
        subscribed.delete(listener);
        if (subscribed.size === 0 && listeners.get(id) === subscribed) listeners.delete(id);
      };
    },
    version: () => version,
    notifyAll: listenersOfAll.tell,
    problem: () => readProblem,
  };
}
