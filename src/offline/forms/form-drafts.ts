/** What is typed into a form that is sent as a whole: on this phone from the first pause in typing until the server has it. */
import { currentAccount } from '@/session/current-account.ts';
import { type AccountRows, accountRows, unlessLater } from '@/offline/storage/account-rows.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';
import { draftKey, type DraftRow } from '@/offline/storage/rows.ts';
import { createTurns } from '@/offline/storage/turns.ts';

/**
 * What is moved from memory must not come after what was typed later; and a form that goes stores what was typed last, which
 * another one of its name in its place would be too quick to read.
 */
const turns = createTurns();

export interface FormDraft<Data> {
  form: string;
  data: Data;
  /** Instant. */
  keptAt: string;
  /** False where the phone refused to store it: it is in this page's memory alone. */
  isStored: boolean;
}

/**
 * Keeps what a form holds, in this page's memory where the phone refuses; resolves with null, or with the sentence that says
 * why the phone does.
 * @param form names the form and what it is about
 */
export function keepDraft(form: string, data: unknown, account: string): Promise<string | null> {
  const row: DraftRow = { v: 1, form, data, keptAt: new Date().toISOString() };
  return turns.take(async () => {
    const rows = accountRows(account);
    const { problem } = await rows.changeSomewhere(async (change) => change.put(draftKey(form), row));
    noteUnsaved(rows);
    return problem?.message ?? null;
  });
}

/** @returns null, or the sentence that says why it is still there */
export function forgetDraft(form: string, account = currentAccount()): Promise<string | null> {
  return turns.take(async () => {
    const rows = accountRows(account);
    const refusal = await rows.changeEverywhere(async (change) => change.remove(draftKey(form)));
    noteUnsaved(rows);
    // A browser without a database has none in it.
    return refusal === null || refusal.problem === 'unavailable' ? null : refusal.message;
  });
}

/** Undefined where nothing was kept, or the phone cannot tell. */
export function readDraft<Data>(form: string, account = currentAccount()): Promise<FormDraft<Data> | undefined> {
  return turns.take(async () => {
    const { disk, unsaved } = accountRows(account);
    const stored = await disk.read((rows) => rows.get<DraftRow>(draftKey(form))).catch(() => undefined);
    const inMemory = unsaved.get<DraftRow>(draftKey(form));
    return latest<Data>(stored === undefined ? [] : [stored], inMemory === undefined ? [] : [inMemory])[0];
  });
}

/** What was kept of all forms whose names begin so. Never rejects. */
export function listDrafts<Data>(formPrefix: string): Promise<FormDraft<Data>[]> {
  return turns.take(async () => {
    const { disk, unsaved } = accountRows(currentAccount());
    const stored = await disk.read((rows) => rows.list<DraftRow>(draftKey(formPrefix))).catch(() => []);
    return latest<Data>(stored, unsaved.list<DraftRow>(draftKey(formPrefix)));
  });
}

/** Stores what is in memory, as far as the phone takes it by now. */
export async function moveDrafts(rows: AccountRows): Promise<void> {
  if (rows.unsaved.keysUnder(draftKey('')).length === 0) return;
  await turns.take(async () => {
    for (const key of rows.unsaved.keysUnder(draftKey(''))) if (!(await rows.move<DraftRow>(key, unlessLater(key, isLater)))) break;
    noteUnsaved(rows);
  });
}

function latest<Data>(stored: readonly DraftRow[], unsaved: readonly DraftRow[]): FormDraft<Data>[] {
  const found = new Map(stored.map((row) => [row.form, toDraft<Data>(row, true)]));
  for (const row of unsaved) {
    const there = found.get(row.form);
    if (there === undefined || !isLater(there, row)) found.set(row.form, toDraft<Data>(row, false));
  }
  return [...found.values()];
}

/** Another window may have stored the same form later than this one was refused to. */
const isLater = (stored: { keptAt: string }, unsaved: DraftRow): boolean => stored.keptAt > unsaved.keptAt;

const toDraft = <Data>({ form, data, keptAt }: DraftRow, isStored: boolean): FormDraft<Data> => ({ form, data: data as Data, keptAt, isStored });

const noteUnsaved = ({ account, unsaved }: AccountRows): void => noteInMemory(`drafts ${account}`, unsaved.keysUnder(draftKey('')).length);
