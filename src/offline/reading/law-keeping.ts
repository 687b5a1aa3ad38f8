/**
 * Keeps laws on this device, one job at a time for the whole app, whatever screen is open; and renews what is kept. Texts come by
 * themselves up to a limit, PDFs and what is beyond it where the person asks.
 */
import type { Law, LawText } from '#contract/law.ts';
import { LAWS_PER_READ } from '#contract/limits.ts';
import { ApiError } from '@/api/ApiError.ts';
import { call } from '@/api/call.ts';
import { readLawPdf } from '@/api/files.ts';
import { readStored, writeStored } from '@/lib/local-storage.ts';
import { createSignal } from '@/lib/signal.ts';
import { readStorageState, subscribeToStorage } from '@/offline/storage/storage-state.ts';
import { dropOutdatedPdfs, dropOutdatedTexts, dropPdfs, dropTexts, type HeldLaws, keepPdf, keepText, listHeldLaws, noteText, readHeldText } from './law-storage.ts';

/** Texts that nobody asked for take so much of a phone: some 750 laws of the usual length. */
const TEXTS_LIMIT_BYTES = 20_000_000;
/** With less room than that, it is left to photos. */
const ROOM_FOR_PHOTOS_BYTES = 100_000_000;

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
const changed = createSignal();

export const getLawKeeping = (): LawKeeping => state;

/** @returns a function that ends the subscription. */
export const subscribeToLawKeeping = changed.subscribe;

function change(next: Partial<LawKeeping>): void {
  state = { ...state, ...next };
  changed.tell();
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
 * Keeps laws for reading without a network, text and PDF. Does nothing while another job is under way that the person asked for.
 * @param scope remembered, so that later laws of the type are kept as well
 */
export async function keepLaws(laws: readonly Law[], scope: KeepingScope = { kind: 'these' }): Promise<void> {
  if (state.job !== null) return;
  const rules = getKeepingRules();
  if (scope.kind === 'all') setKeepingRules({ ...rules, all: true });
  if (scope.kind === 'type') setKeepingRules({ ...rules, lawTypes: [...new Set([...rules.lawTypes, scope.lawType])] });
  // What nobody asked for is taken up again another time.
  controller?.abort();
  const isWhole = await run(laws, { withPdf: () => true });
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

const sumTextBytes = (held: HeldLaws): number => [...held.values()].reduce((sum, { textBytes }) => sum + textBytes, 0);

/** Whether no more texts come by themselves. */
export const isLimitReached = (held: HeldLaws): boolean => sumTextBytes(held) >= TEXTS_LIMIT_BYTES;

/** Frees the room that PDFs of laws take, and texts where they are more than come by themselves; ends the rules that would bring one of them back. */
export async function removeLaws(laws: readonly Law[]): Promise<void> {
  const ended = rulesEndedBy(laws);
  const { all, lawTypes } = getKeepingRules();
  setKeepingRules({ all: all && !ended.all, lawTypes: lawTypes.filter((type) => !ended.lawTypes.includes(type)) });
  await dropPdfs(new Set(laws.map((law) => law.id)));
  const held = await listHeldLaws();
  let surplus = sumTextBytes(held) - TEXTS_LIMIT_BYTES;
  const leaving = new Set<string>();
  for (const { id } of inForceFirst(laws).reverse()) {
    if (surplus <= 0) break;
    surplus -= held.get(id)?.textBytes ?? 0;
    leaving.add(id);
  }
  if (leaving.size > 0) await dropTexts(leaving);
  change({ changes: state.changes + 1, failure: null });
}

export interface RenewalManners {
  /** Whether only what the person asked for is fetched. */
  isSparing?: boolean;
  /** Awaited before each call, so that what the person does goes first. */
  pause?: () => Promise<void>;
}

/**
 * Brings kept laws to their present version, and fetches what a rule asks for and the texts that are kept by themselves, laws in
 * force first. Never rejects, tells no failure.
 * @returns whether it got to its end
 */
export async function renewLaws(library: readonly Law[], { isSparing = false, pause }: RenewalManners = {}): Promise<boolean> {
  if (controller !== undefined) return false;
  const rules = getKeepingRules();
  const held = await listHeldLaws();
  const withPdf = (law: Law): boolean => isCovered(law, rules) || (held.get(law.id)?.keptPdfs.length ?? 0) > 0;
  const isAsked = (law: Law): boolean => withPdf(law) || (held.get(law.id)?.keptTexts.length ?? 0) > 0;
  if (!(await runQuietly(library.filter(isAsked), held, { withPdf, pause }))) return false;
  const others = inForceFirst(library.filter((law) => !isAsked(law)));
  if (isSparing || others.length === 0 || (await roomBesidePhotos()) <= 0) return true;
  const heldNow = await listHeldLaws();
  return await runQuietly(others, heldNow, { withPdf: () => false, pause, room: TEXTS_LIMIT_BYTES - sumTextBytes(heldNow) });
}

/** Nothing is told where all of it is kept already. @returns false also while another job is under way */
async function runQuietly(laws: readonly Law[], held: HeldLaws, manners: Run): Promise<boolean> {
  if (controller !== undefined) return false;
  const due = dueOf(laws, held, manners.withPdf);
  return (due.textless.length === 0 && due.pdfless.size === 0) || (await run(laws, { ...manners, isQuiet: true, due }));
}

/** Otherwise as they are given. */
const inForceFirst = (laws: readonly Law[]): Law[] => [...laws.filter(({ status }) => status === 'effective'), ...laws.filter(({ status }) => status !== 'effective')];

/** Bytes; endless where the browser does not tell. */
async function roomBesidePhotos(): Promise<number> {
  const { usedBytes, allowedBytes } = await readStorageState();
  return usedBytes === null || allowedBytes === null ? Number.POSITIVE_INFINITY : allowedBytes - usedBytes - ROOM_FOR_PHOTOS_BYTES;
}

/** Leaves texts, for the search to find them again without a network, as far as there is room. Never rejects. */
export async function noteTexts(texts: readonly LawText[]): Promise<void> {
  let left = await roomBesidePhotos();
  for (const text of texts) {
    if (left <= 0) return;
    left -= await noteText(text);
  }
}

interface Run {
  withPdf: (law: Law) => boolean;
  isQuiet?: boolean;
  pause?: () => Promise<void>;
  /** Bytes that texts may take; what does not fit is passed over. */
  room?: number;
  /** Where it is known already. */
  due?: Due;
}

/** Laws whose present text, or PDF, is not kept. */
interface Due {
  textless: readonly Law[];
  pdfless: ReadonlySet<Law>;
}

const dueOf = (laws: readonly Law[], held: HeldLaws, withPdf: Run['withPdf']): Due => ({
  textless: laws.filter((law) => !held.get(law.id)?.keptTexts.includes(law.version)),
  pdfless: new Set(laws.filter((law) => law.hasPdf && withPdf(law) && !held.get(law.id)?.keptPdfs.includes(law.version))),
});

/** Texts first: they are small, and what is looked for first. @returns false when it was cancelled or failed */
async function run(laws: readonly Law[], { withPdf, isQuiet = false, pause, room = Number.POSITIVE_INFINITY, due }: Run): Promise<boolean> {
  const own = new AbortController();
  controller = own;
  const { signal } = own;
  // At once: whoever asks for the same again meanwhile is told that it is under way.
  if (!isQuiet) change({ failure: null, job: { done: 0, total: laws.length } });
  try {
    const { textless, pdfless } = due ?? dueOf(laws, await listHeldLaws(), withPdf);
    let done = laws.length - new Set([...textless, ...pdfless]).size;
    const report = (): void => change(isQuiet ? { changes: state.changes + 1 } : { job: { done, total: laws.length } });
    if (!isQuiet) report();
    let left = room;
    for (let from = 0; from < textless.length && left > 0; from += LAWS_PER_READ) {
      const batch = textless.slice(from, from + LAWS_PER_READ);
      await pause?.();
      if (signal.aborted) return false;
      const texts = await textsOf(batch, signal);
      const kept: LawText[] = [];
      for (const text of texts) {
        if (left <= 0) break;
        left -= await keepText(text);
        kept.push(text);
      }
      await dropOutdatedTexts(kept);
      done += batch.filter((law) => !pdfless.has(law)).length;
      report();
    }
    for (const law of pdfless) {
      await pause?.();
      if (signal.aborted) return false;
      await keepPdf(law, await readLawPdf(law, signal));
      await dropOutdatedPdfs(law);
      done += 1;
      report();
    }
    return !signal.aborted;
  } catch (error) {
    if (!signal.aborted && !isQuiet) change({ failure: failureOf(error) });
    return false;
  } finally {
    if (controller === own) {
      controller = undefined;
      change({ job: null, changes: state.changes + 1 });
    }
  }
}

/** What was read before need not be fetched again; what the server has no more is left out. */
async function textsOf(laws: readonly Law[], signal: AbortSignal): Promise<LawText[]> {
  const read = await Promise.all(laws.map(readHeldText));
  const missing = laws.filter((_, index) => read[index] === undefined);
  return [...read.filter((text) => text !== undefined), ...(missing.length === 0 ? [] : await fetchTexts(missing, signal))];
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
