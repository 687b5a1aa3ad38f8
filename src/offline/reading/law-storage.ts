/**
 * Which laws this device holds. Two caches: laws that the person keeps, which only the person removes, and laws that
 * were read, of which the service worker lets the oldest go. The same for every account. Where a browser has no Cache
 * Storage, what reads or removes here finds nothing and does not reject; keeping a law does.
 */
import { code } from '#contract/codes.ts';
import type { Law, LawText } from '#contract/law.ts';
import { LAW_KEPT_CACHE, LAW_TEXT_CACHE } from '#contract/worker-messages.ts';
import { lawAddress, lawOfAddress, type LawName } from '@/lib/law-address.ts';

/** What is held of one law, whichever versions. */
export interface HeldLaw {
  /** Versions whose text is kept because the person asked for it; usually one. */
  keptTexts: string[];
  keptPdfs: string[];
  /** Versions that are there because they were read. */
  readTexts: string[];
  keptBytes: number;
  /** When the last of what is kept was fetched; null where nothing is kept. */
  keptAt: string | null;
}

/** How much of a law's present version can be read without a network. */
export type LawPresence = 'kept' | 'readable' | 'absent';

/** By id of the law. */
export type HeldLaws = ReadonlyMap<string, HeldLaw>;

type KeepableLaw = Pick<Law, 'id' | 'version' | 'hasPdf'>;

export function presenceOf(law: KeepableLaw, held: HeldLaws): LawPresence {
  const own = held.get(law.id);
  if (own === undefined) return 'absent';
  if (own.keptTexts.includes(law.version) && (!law.hasPdf || own.keptPdfs.includes(law.version))) return 'kept';
  return own.keptTexts.includes(law.version) || own.readTexts.includes(law.version) ? 'readable' : 'absent';
}

/** Everything that is held, by the addresses in the two caches. */
export async function listHeldLaws(): Promise<HeldLaws> {
  const held = new Map<string, HeldLaw>();
  const lawOf = (id: string): HeldLaw => {
    const known = held.get(id) ?? { keptTexts: [], keptPdfs: [], readTexts: [], keptBytes: 0, keptAt: null };
    held.set(id, known);
    return known;
  };
  const kept = await openCache(LAW_KEPT_CACHE);
  for (const request of (await kept?.keys()) ?? []) {
    const name = lawOfAddress(request.url);
    if (name === undefined) continue;
    const own = lawOf(name.id);
    (name.format === 'pdf' ? own.keptPdfs : own.keptTexts).push(name.version);
    const headers = (await kept?.match(request))?.headers;
    own.keptBytes += Number(headers?.get('content-length') ?? 0);
    const keptAt = headers?.get('date');
    if (keptAt) own.keptAt = [own.keptAt ?? '', new Date(keptAt).toISOString()].sort().at(-1) ?? null;
  }
  for (const request of (await (await openCache(LAW_TEXT_CACHE))?.keys()) ?? []) {
    const name = lawOfAddress(request.url);
    if (name?.format === 'text') lawOf(name.id).readTexts.push(name.version);
  }
  return held;
}

/** @throws when the browser has no room left, or keeps nothing at all */
export async function keepText(text: LawText): Promise<void> {
  await put(LAW_KEPT_CACHE, lawAddress(text), JSON.stringify({ code: code.success, message: text }), 'application/json; charset=utf-8');
}

/** As `keepText`, for the original PDF. */
export async function keepPdf(law: LawName, pdf: Blob): Promise<void> {
  await put(LAW_KEPT_CACHE, lawAddress(law, 'pdf'), pdf, 'application/pdf');
}

/** Leaves a text where those that were read are, for the search to find it again without a network. */
export async function noteText(text: LawText): Promise<void> {
  try {
    await put(LAW_TEXT_CACHE, lawAddress(text), JSON.stringify({ code: code.success, message: text }), 'application/json; charset=utf-8');
  } catch {
    // Without room it is fetched again next time.
  }
}

async function put(cacheName: string, address: string, body: string | Blob, type: string): Promise<void> {
  const blob = new Blob([body]);
  const cache = await caches.open(cacheName);
  await cache.put(address, new Response(blob, { headers: { 'content-type': type, 'content-length': String(blob.size), date: new Date().toUTCString() } }));
}

/** The kept or read text of one version; undefined when it is not held. */
export const readHeldText = async (law: LawName): Promise<LawText | undefined> =>
  (await textAt(LAW_KEPT_CACHE, lawAddress(law))) ?? (await textAt(LAW_TEXT_CACHE, lawAddress(law)));

/** A text of the law that the person keeps, though of an earlier version than the one that is asked for. */
export async function readKeptText(id: string): Promise<LawText | undefined> {
  for (const request of (await (await openCache(LAW_KEPT_CACHE))?.keys()) ?? []) {
    const name = lawOfAddress(request.url);
    if (name?.id === id && name.format === 'text') return await textAt(LAW_KEPT_CACHE, request.url);
  }
  return undefined;
}

async function textAt(cacheName: string, address: string): Promise<LawText | undefined> {
  const kept = await (await openCache(cacheName))?.match(address, { ignoreVary: true });
  if (kept === undefined) return undefined;
  return ((await kept.json()) as { message?: LawText }).message;
}

/** Removes all versions of these laws, text and PDF. */
export const dropLaws = (ids: ReadonlySet<string>): Promise<void> => dropWhere([LAW_KEPT_CACHE, LAW_TEXT_CACHE], (name) => ids.has(name.id));

/** Removes what is kept of earlier versions of a law whose present one is kept. */
export const dropEarlierVersions = (law: LawName): Promise<void> =>
  dropWhere([LAW_KEPT_CACHE], (name) => name.id === law.id && name.version !== law.version);

async function dropWhere(cacheNames: readonly string[], isLeaving: (name: LawName) => boolean): Promise<void> {
  for (const cacheName of cacheNames) {
    const cache = await openCache(cacheName);
    for (const request of (await cache?.keys()) ?? []) {
      const name = lawOfAddress(request.url);
      if (name !== undefined && isLeaving(name)) await cache?.delete(request, { ignoreVary: true });
    }
  }
}

/** Undefined where there is none: opening a cache would make it. */
async function openCache(name: string): Promise<Cache | undefined> {
  try {
    return (await caches.has(name)) ? await caches.open(name) : undefined;
  } catch {
    return undefined;
  }
}
