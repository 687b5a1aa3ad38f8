/** What is typed into a form that is sent as a whole: on this phone from the first pause in typing until the server has it. */
import { currentAccount } from '@/session/current-account.ts';
import { type AccountRows, accountRows } from '@/offline/storage/account-rows.ts';
import { type ReadRows, StorageError, type WriteRows } from '@/offline/storage/database.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';
import { draftKey, type DraftRow } from '@/offline/storage/rows.ts';

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
  return inTurn(async () => {
    const rows = accountRows(account);
    const refusal = await refusalOf(rows, (disk) => disk.put(draftKey(form), row));
    await changeMemory(rows, (memory) => (refusal === null ? memory.remove(draftKey(form)) : memory.put(draftKey(form), row)));
    return refusal?.message ?? null;
  });
}

/** @returns null, or the sentence that says why it is still there */
export function forgetDraft(form: string, account = currentAccount()): Promise<string | null> {
  return inTurn(async () => {
    const rows = accountRows(account);
    await changeMemory(rows, (memory) => memory.remove(draftKey(form)));
    const refusal = await refusalOf(rows, (disk) => disk.remove(draftKey(form)));
    // A browser without a database has none in it.
    return refusal === null || refusal.problem === 'unavailable' ? null : refusal.message;
  });
}

/** Undefined where nothing was kept, or the phone cannot tell. */
export async function readDraft<Data>(form: string, account = currentAccount()): Promise<FormDraft<Data> | undefined> {
  return (await findDrafts<Data>(account, (rows) => rows.get<DraftRow>(draftKey(form)).then((row) => (row === undefined ? [] : [row]))))[0];
}

/** What was kept of all forms whose names begin so. Never rejects. */
export const listDrafts = <Data>(formPrefix: string): Promise<FormDraft<Data>[]> =>
  findDrafts<Data>(currentAccount(), (rows) => rows.list<DraftRow>(draftKey(formPrefix)));

/** Stores what is in memory, as far as the phone takes it by now. */
export async function moveDrafts(rows: AccountRows): Promise<void> {
  const read = (): Promise<DraftRow[]> => rows.memory.read((memory) => memory.list<DraftRow>(draftKey('')));
  if ((await read()).length === 0) return;
  await inTurn(async () => {
    for (const row of await read()) {
      const move = async (disk: WriteRows): Promise<void> => {
        const there = await disk.get<DraftRow>(draftKey(row.form));
        if (isNewer(row, there)) disk.put(draftKey(row.form), row);
      };
      if ((await refusalOf(rows, move)) !== null) return;
      await changeMemory(rows, (memory) => memory.remove(draftKey(row.form)));
    }
  });
}

async function findDrafts<Data>(account: string, find: (rows: ReadRows) => Promise<DraftRow[]>): Promise<FormDraft<Data>[]> {
  await lastWrite;
  const { disk, memory } = accountRows(account);
  const found = new Map((await disk.read(find).catch(() => [])).map((row) => [row.form, toDraft<Data>(row, true)]));
  for (const row of await memory.read(find)) if (isNewer(row, found.get(row.form))) found.set(row.form, toDraft<Data>(row, false));
  return [...found.values()];
}

/** Another window may have stored the same form later than this one was refused to. */
const isNewer = (one: { keptAt: string }, other: { keptAt: string } | undefined): boolean => other === undefined || one.keptAt >= other.keptAt;

const toDraft = <Data>({ form, data, keptAt }: DraftRow, isStored: boolean): FormDraft<Data> => ({ form, data: data as Data, keptAt, isStored });

/** A form that goes stores what was typed last; another one of its name that comes in its place would be quicker to read. */
let lastWrite: Promise<unknown> = Promise.resolve();

/** One after the other: what is moved from memory must not come after what was typed later. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = lastWrite.then(work);
  lastWrite = done.catch(() => undefined);
  return done;
}

async function refusalOf({ disk }: AccountRows, work: (rows: WriteRows) => void | Promise<void>): Promise<StorageError | null> {
  try {
    await disk.change(async (rows) => work(rows));
    return null;
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
}

const changeMemory = ({ account, memory }: AccountRows, work: (rows: WriteRows) => void): Promise<void> =>
  memory.change(async (rows) => {
    work(rows);
    noteInMemory(`drafts ${account}`, (await rows.keys(draftKey(''))).length);
  });
