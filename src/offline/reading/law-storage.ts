/**
 * Which laws this device holds. Two caches: texts that are kept, by themselves or because the person asked for it, with the
 * PDFs that the person asked for; and laws that were read, of which the service worker lets the oldest go. The same for every
 * account. Where a browser has no Cache Storage, what reads or removes here finds nothing and does not reject; keeping a law does.
 */
import { code } from '#contract/codes.ts';
import type { Law, LawText } from '#contract/law.ts';
import { LAW_KEPT_CACHE, LAW_TEXT_CACHE } from '#contract/worker-messages.ts';
import { lawAddress, type LawName, lawOfAddress, type LawOfAddress } from '@/lib/law-address.ts';

/** What is held of one law, whichever versions. */
export interface HeldLaw {
  /** Versions whose text is kept; usually one. */
  keptTexts: string[];
  keptPdfs: string[];
  /** Versions that are there because they were read. */
  readTexts: string[];
  /** Of what is kept. */
  textBytes: number;
  pdfBytes: number;
  /** When the last of what is kept was fetched; null where nothing is kept. */
  keptAt: string | null;
}

/**
 * How much of a law's present version can be read without a network.
 * - `kept`: all of it
 * - `textKept`: its text, but not its PDF
 * - `readable`: its text, until the browser needs the room
 */
export type LawPresence = 'kept' | 'textKept' | 'readable' | 'absent';

/** By id of the law. */
export type HeldLaws = ReadonlyMap<string, HeldLaw>;

type KeepableLaw = Pick<Law, 'id' | 'version' | 'hasPdf'>;

export function presenceOf(law: KeepableLaw, held: HeldLaws): LawPresence {
  const own = held.get(law.id);
  if (own === undefined) return 'absent';
  if (own.keptTexts.includes(law.version)) return !law.hasPdf || own.keptPdfs.includes(law.version) ? 'kept' : 'textKept';
  return own.readTexts.includes(law.version) ? 'readable' : 'absent';
}

/** Everything that is held, by the addresses in the two caches. */
export async function listHeldLaws(): Promise<HeldLaws> {
  const held = new Map<string, HeldLaw>();
  const lawOf = (id: string): HeldLaw => {
    const known = held.get(id) ?? { keptTexts: [], keptPdfs: [], readTexts: [], textBytes: 0, pdfBytes: 0, keptAt: null };
    held.set(id, known);
    return known;
  };
  const kept = await openCache(LAW_KEPT_CACHE);
  const requests = (await kept?.keys()) ?? [];
  const answers = await Promise.all(requests.map(async (request) => await kept?.match(request)));
  for (const [index, request] of requests.entries()) {
    const name = lawOfAddress(request.url);
    if (name === undefined) continue;
    const own = lawOf(name.id);
    const headers = answers[index]?.headers;
    const bytes = Number(headers?.get('content-length') ?? 0);
    if (name.format === 'pdf') {
      own.keptPdfs.push(name.version);
      own.pdfBytes += bytes;
    } else {
      own.keptTexts.push(name.version);
      own.textBytes += bytes;
    }
    const keptAt = headers?.get('date');
    if (keptAt) own.keptAt = [own.keptAt ?? '', new Date(keptAt).toISOString()].sort().at(-1) ?? null;
  }
  for (const request of (await (await openCache(LAW_TEXT_CACHE))?.keys()) ?? []) {
    const name = lawOfAddress(request.url);
    if (name?.format === 'text') lawOf(name.id).readTexts.push(name.version);
  }
  return held;
}

/**
 * @returns bytes that it takes
 * @throws when the browser has no room left, or keeps nothing at all
 */
export async function keepText(text: LawText): Promise<number> {
  return await put(LAW_KEPT_CACHE, lawAddress(text), JSON.stringify({ code: code.success, message: text }), 'application/json; charset=utf-8');
}

/** As `keepText`, for the original PDF. */
export async function keepPdf(law: LawName, pdf: Blob): Promise<void> {
  await put(LAW_KEPT_CACHE, lawAddress(law, 'pdf'), pdf, 'application/pdf');
}

/** Leaves a text where those that were read are. @returns bytes that it takes */
export async function noteText(text: LawText): Promise<number> {
  try {
    return await put(LAW_TEXT_CACHE, lawAddress(text), JSON.stringify({ code: code.success, message: text }), 'application/json; charset=utf-8');
  } catch {
    // Without room it is fetched again next time.
    return 0;
  }
}

async function put(cacheName: string, address: string, body: string | Blob, type: string): Promise<number> {
  const blob = new Blob([body]);
  const cache = await caches.open(cacheName);
  await cache.put(address, new Response(blob, { headers: { 'content-type': type, 'content-length': String(blob.size), date: new Date().toUTCString() } }));
  return blob.size;
}

/** The kept or read text of one version; undefined when it is not held. */
export const readHeldText = async (law: LawName): Promise<LawText | undefined> =>
  (await textAt(LAW_KEPT_CACHE, lawAddress(law))) ?? (await textAt(LAW_TEXT_CACHE, lawAddress(law)));

/** A text of the law that is kept, though of an earlier version than the one that is asked for. */
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

/** Removes the PDFs of these laws, of all versions, also those that were merely read. */
export const dropPdfs = (ids: ReadonlySet<string>): Promise<void> =>
  dropWhere([LAW_KEPT_CACHE, LAW_TEXT_CACHE], ({ id, format }) => format === 'pdf' && ids.has(id));

/** Removes the texts of these laws, of all versions. */
export const dropTexts = (ids: ReadonlySet<string>): Promise<void> =>
  dropWhere([LAW_KEPT_CACHE, LAW_TEXT_CACHE], ({ id, format }) => format === 'text' && ids.has(id));

/** Removes what the kept texts of these laws make needless: those of earlier versions, and the same as it was read. */
export async function dropOutdatedTexts(laws: readonly LawName[]): Promise<void> {
  const versions = new Map(laws.map(({ id, version }) => [id, version]));
  await dropWhere([LAW_KEPT_CACHE], ({ id, version, format }) => format === 'text' && versions.has(id) && versions.get(id) !== version);
  await dropWhere([LAW_TEXT_CACHE], ({ id, format }) => format === 'text' && versions.has(id));
}

/** Removes kept PDFs of earlier versions of a law whose present one is kept. */
export const dropOutdatedPdfs = (law: LawName): Promise<void> =>
  dropWhere([LAW_KEPT_CACHE], ({ id, version, format }) => format === 'pdf' && id === law.id && version !== law.version);

async function dropWhere(cacheNames: readonly string[], isLeaving: (name: LawOfAddress) => boolean): Promise<void> {
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
