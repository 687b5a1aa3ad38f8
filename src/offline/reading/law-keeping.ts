/** Keeps laws on this device, one job at a time for the whole app, whatever screen is open; and renews what is kept. */
import type { Law, LawText } from '#contract/law.ts';
import { LAWS_PER_READ } from '#contract/limits.ts';
import { ApiError } from '@/api/ApiError.ts';
import { call } from '@/api/call.ts';
import { readLawPdf } from '@/api/files.ts';
import { readStored, writeStored } from '@/lib/local-storage.ts';
import { subscribeToStorage } from '@/offline/storage/storage-state.ts';
import { dropEarlierVersions, dropLaws, keepPdf, keepText, listHeldLaws, presenceOf, readHeldText } from './law-storage.ts';

export interface LawKeeping {
  /** Laws of the job under way; null while there is none. */
  job: { done: number; total: number } | null;
  /** Why the last job stopped before its end; null when it did not, or was cancelled. */
  failure: string | null;
  /** Counts the changes to what is held, for those who show it. */
  changes: number;
}

let state: LawKeeping = { job: null, failure: null, changes: 0 };
let controller: AbortController | undefined;
const listeners = new Set<() => void>();

export const getLawKeeping = (): LawKeeping => state;

/** @returns a function that ends the subscription. */
export function subscribeToLawKeeping(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Partial<LawKeeping>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

// With the database, the caches of the laws may have been cleared.
subscribeToStorage(() => change({ changes: state.changes + 1 }));

/** What the person asked for once and for all: laws that are imported later are kept too. */
export interface KeepingRules {
  all: boolean;
  lawTypes: readonly string[];
}

const RULES_KEY = 'zyzc:kept-laws';

export function getKeepingRules(): KeepingRules {
  const stored = readStored(RULES_KEY) as Partial<KeepingRules> | null | undefined;
  const lawTypes = Array.isArray(stored?.lawTypes) ? stored.lawTypes.filter((type) => typeof type === 'string') : [];
  return { all: stored?.all === true, lawTypes };
}

const setKeepingRules = (rules: KeepingRules): boolean => writeStored(RULES_KEY, rules);
const isCovered = (law: Law, { all, lawTypes }: KeepingRules): boolean => all || lawTypes.includes(law.lawType);

/** Which laws are meant: those of a type, all, or just those that are given. */
export type KeepingScope = { kind: 'all' } | { kind: 'type'; lawType: string } | { kind: 'these' };

/**
 * Keeps laws for reading without a network. Does nothing while another job is under way.
 * @param scope remembered, so that later laws of the type are kept as well
 */
export async function keepLaws(laws: readonly Law[], scope: KeepingScope = { kind: 'these' }): Promise<void> {
  if (controller !== undefined) return;
  const rules = getKeepingRules();
  if (scope.kind === 'all') setKeepingRules({ ...rules, all: true });
  if (scope.kind === 'type') setKeepingRules({ ...rules, lawTypes: [...new Set([...rules.lawTypes, scope.lawType])] });
  const isWhole = await run(laws);
  // Who cancels does not want to find it going on at the next start; who lost the network does.
  if (!isWhole && state.failure === null) setKeepingRules(rules);
}

/** Stops after what is being fetched right now; what is kept by then stays. */
export function cancelKeeping(): void {
  controller?.abort();
}

/** The rules that end where these laws are removed: each would bring one of them back. */
export function rulesEndedBy(laws: readonly Law[]): KeepingRules {
  const { all, lawTypes } = getKeepingRules();
  const removed = new Set(laws.map(({ lawType }) => lawType));
  return { all: all && laws.length > 0, lawTypes: lawTypes.filter((type) => removed.has(type)) };
}

/** Frees the room that laws take, and ends the rules that would bring one of them back. */
export async function removeLaws(laws: readonly Law[]): Promise<void> {
  const ended = rulesEndedBy(laws);
  const { all, lawTypes } = getKeepingRules();
  setKeepingRules({ all: all && !ended.all, lawTypes: lawTypes.filter((type) => !ended.lawTypes.includes(type)) });
  await dropLaws(new Set(laws.map((law) => law.id)));
  change({ changes: state.changes + 1, failure: null });
}

/** Whether the person ever asked to keep anything: if not, nobody needs the library ahead of opening it. */
export async function isAnythingKept(): Promise<boolean> {
  const { all, lawTypes } = getKeepingRules();
  if (all || lawTypes.length > 0) return true;
  for (const { keptTexts } of (await listHeldLaws()).values()) if (keptTexts.length > 0) return true;
  return false;
}

/** Brings kept laws to their present version and fetches those that a rule asks for. Never rejects, tells no failure. */
export async function renewKeptLaws(library: readonly Law[]): Promise<void> {
  const rules = getKeepingRules();
  const held = await listHeldLaws();
  const due = library.filter((law) => presenceOf(law, held) !== 'kept' && (isCovered(law, rules) || (held.get(law.id)?.keptTexts.length ?? 0) > 0));
  if (due.length === 0 || controller !== undefined) return;
  await run(due, { isQuiet: true });
}

/** @returns false when it was cancelled or failed */
async function run(laws: readonly Law[], { isQuiet = false } = {}): Promise<boolean> {
  const own = new AbortController();
  controller = own;
  const { signal } = own;
  try {
    const held = await listHeldLaws();
    const due = laws.filter((law) => presenceOf(law, held) !== 'kept');
    let done = laws.length - due.length;
    const report = (): void => change(isQuiet ? {} : { job: { done, total: laws.length } });
    change({ failure: null });
    report();
    for (let from = 0; from < due.length && !signal.aborted; from += LAWS_PER_READ) {
      const batch = due.slice(from, from + LAWS_PER_READ);
      const texts = await textsOf(batch, signal);
      for (const law of batch) {
        if (signal.aborted) break;
        const text = texts.get(law.id);
        if (text !== undefined) await keepWhole(text, law.hasPdf, signal);
        done += 1;
        report();
      }
    }
    return !signal.aborted;
  } catch (error) {
    if (!signal.aborted && !isQuiet) change({ failure: failureOf(error) });
    return false;
  } finally {
    controller = undefined;
    change({ job: null, changes: state.changes + 1 });
  }
}

/** What was read before need not be fetched again. */
async function textsOf(laws: readonly Law[], signal: AbortSignal): Promise<Map<string, LawText>> {
  const texts = new Map<string, LawText>();
  for (const law of laws) {
    const text = await readHeldText(law);
    if (text !== undefined) texts.set(law.id, text);
  }
  const missing = laws.filter((law) => !texts.has(law.id));
  for (const text of await fetchTexts(missing, signal)) texts.set(text.id, text);
  return texts;
}

/** The PDF first: a law counts as kept by its text, and must not while half of it is missing. */
async function keepWhole(text: LawText, hasPdf: boolean, signal: AbortSignal): Promise<void> {
  if (hasPdf && text.hasPdf) await keepPdf(text, await readLawPdf(text, signal));
  await keepText(text);
  await dropEarlierVersions(text);
}

/** Texts from the server, twenty at a time. */
export async function fetchTexts(laws: readonly Pick<Law, 'id'>[], signal?: AbortSignal): Promise<LawText[]> {
  const texts: LawText[] = [];
  for (let from = 0; from < laws.length; from += LAWS_PER_READ) {
    const ids = laws.slice(from, from + LAWS_PER_READ).map((law) => law.id);
    texts.push(...(await call('lawTexts', { query: { ids: ids.join(',') } }, { signal })).data);
  }
  return texts;
}

function failureOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? '本机存储空间不足' : '本机无法保存法规，请检查浏览器的存储设置';
}
