/** 常用语 of the person: texts for remarks, on this phone under the account. */
import { PHRASES_MAX } from '#contract/limits.ts';
import { createSignal } from '@/lib/signal.ts';
import { currentAccount } from '@/session/current-account.ts';
import { accountRows, type AccountRows } from '@/offline/storage/account-rows.ts';
import { ANSWER_PREFIX, PHRASES_KEY, type AnswerRow, type PhrasesRow } from '@/offline/storage/rows.ts';

export interface PhraseStore {
  /** The same array until it changes. */
  items(): readonly string[];
  /** @throws StorageError */
  add(phrase: string): Promise<void>;
  /** @throws StorageError */
  remove(phrase: string): Promise<void>;
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

const NONE: readonly string[] = [];
const opened = new Map<string, PhraseStore>();

/** Those of the signed-in account; the same object for the same account. */
export function phraseStore(): PhraseStore {
  const account = currentAccount();
  let store = opened.get(account);
  if (!store) opened.set(account, (store = createStore(accountRows(account))));
  return store;
}

function createStore(rows: AccountRows): PhraseStore {
  let items = NONE;
  const changed = createSignal();
  const show = (row: PhrasesRow | undefined): void => {
    items = row?.items ?? NONE;
    changed.tell();
  };
  const change = (next: (before: readonly string[]) => string[]): Promise<void> =>
    rows.disk.change(async (write) => {
      const before = (await write.get<PhrasesRow>(PHRASES_KEY))?.items ?? [];
      write.put(PHRASES_KEY, { v: 1, items: next(before) } satisfies PhrasesRow);
    });
  rows.subscribe((changes) => {
    for (const { key, row } of changes) if (key === PHRASES_KEY) show(row as PhrasesRow | undefined);
  });
  // Without them a remark is typed as ever.
  void rows.disk.read((read) => read.get<PhrasesRow>(PHRASES_KEY)).then(show, () => undefined);
  return {
    items: () => items,
    add: (phrase) => change((before) => [phrase, ...before.filter((one) => one !== phrase)].slice(0, PHRASES_MAX)),
    remove: (phrase) => change((before) => before.filter((one) => one !== phrase)),
    subscribe: changed.subscribe,
  };
}

/** What stands more than once in the remarks that this phone holds, the most frequent first. */
export async function frequentRemarks(maxLength: number, limit: number): Promise<string[]> {
  const held = await accountRows(currentAccount()).disk.read((rows) => rows.list<AnswerRow>(ANSWER_PREFIX)).catch(() => []);
  const counts = new Map<string, number>();
  for (const { value } of held) {
    const remark = value.remark.trim();
    if (remark !== '' && remark.length <= maxLength) counts.set(remark, (counts.get(remark) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .slice(0, limit)
    .map(([remark]) => remark);
}
