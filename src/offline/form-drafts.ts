/** What is typed into a form that is sent as a whole: on this phone from the first pause in typing until the server has it. */
import { accountRows } from './account-rows.ts';
import { StorageError, type WriteRows } from './database.ts';
import { currentAccount } from './outbox.ts';
import { draftKey, type DraftRow } from './rows.ts';

export interface FormDraft<Data> {
  form: string;
  data: Data;
  /** Instant. */
  keptAt: string;
}

/**
 * Keeps what a form holds; resolves when it is stored, with null, or with the sentence that says why it is not.
 * @param form names the form and what it is about
 */
export async function keepDraft(form: string, data: unknown, account: string): Promise<string | null> {
  const row: DraftRow = { v: 1, form, data, keptAt: new Date().toISOString() };
  return await write(account, (rows) => rows.put(draftKey(form), row));
}

/** @returns null, or the sentence that says why it is still there */
export const forgetDraft = (form: string, account = currentAccount()): Promise<string | null> => write(account, (rows) => rows.remove(draftKey(form)));

/** Undefined where nothing was kept, or the phone cannot tell. */
export async function readDraft<Data>(form: string, account = currentAccount()): Promise<FormDraft<Data> | undefined> {
  await lastWrite;
  const row = await accountRows(account)
    .disk.read((rows) => rows.get<DraftRow>(draftKey(form)))
    .catch(() => undefined);
  return row && toDraft<Data>(row);
}

/** What was kept of all forms whose names begin so. Never rejects. */
export async function listDrafts<Data>(formPrefix: string): Promise<FormDraft<Data>[]> {
  await lastWrite;
  const rows = await accountRows(currentAccount())
    .disk.read((read) => read.list<DraftRow>(draftKey(formPrefix)))
    .catch(() => []);
  return rows.map((row) => toDraft<Data>(row));
}

const toDraft = <Data>({ form, data, keptAt }: DraftRow): FormDraft<Data> => ({ form, data: data as Data, keptAt });

/** A form that goes stores what was typed last; another one of its name that comes in its place would be quicker to read. */
let lastWrite: Promise<unknown> = Promise.resolve();

function write(account: string, work: (rows: WriteRows) => void): Promise<string | null> {
  const written = store(account, work);
  lastWrite = written.catch(() => undefined);
  return written;
}

async function store(account: string, work: (rows: WriteRows) => void): Promise<string | null> {
  try {
    await accountRows(account).disk.change(async (rows) => work(rows));
    return null;
  } catch (error) {
    if (error instanceof StorageError) return error.message;
    throw error;
  }
}
