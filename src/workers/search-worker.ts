/** The search worker: keeps the index beside the page, so that typing stays smooth while it is built and asked. */
import type { LawText } from '#contract/law.ts';
import { LAW_KEPT_CACHE, LAW_TEXT_CACHE } from '#contract/worker-messages.ts';
import { LawSearch } from '../lib/text/law-search.ts';
import type { BuildIndex, FromSearchWorker, ToSearchWorker } from '../lib/text/search-messages.ts';
import { lawAddress, type LawName } from '../lib/law-address.ts';

declare const self: DedicatedWorkerGlobalScope;

let search = new LawSearch();
let latest = 0;

self.addEventListener('message', (event: MessageEvent<ToSearchWorker>) => {
  const message = event.data;
  if (message.type === 'find') tell({ type: 'found', request: message.request, result: search.find(message.query, message.limits) });
  else void build(message).catch((error: unknown) => tell({ type: 'failed', request: message.request, reason: String(error) }));
});

const tell = (message: FromSearchWorker): void => self.postMessage(message);

/** Until the new index is whole, the one before answers. One that was asked for earlier and is ready later takes no newer one's place. */
async function build({ request, laws, points, texts }: BuildIndex): Promise<void> {
  latest = request;
  const given = new Map(texts.map((text) => [text.id, text]));
  const read = await Promise.all(laws.map(async (law) => given.get(law.id) ?? (await readKept(law))));
  const start = performance.now();
  const next = new LawSearch();
  const missing: string[] = [];
  for (const [index, law] of laws.entries()) {
    next.addLaw(law);
    const text = read[index];
    if (text === undefined) missing.push(law.id);
    else next.addText(law, text);
  }
  for (const point of points) next.addPoint(point);
  if (request === latest) search = next;
  tell({ type: 'built', request, missing, took: performance.now() - start });
}

/** A text that this device keeps, whether the person asked for it or it was merely read before. */
async function readKept(law: LawName): Promise<LawText | undefined> {
  if (!('caches' in self)) return undefined;
  const address = lawAddress(law);
  for (const cacheName of [LAW_KEPT_CACHE, LAW_TEXT_CACHE]) {
    const kept = await caches.match(address, { cacheName, ignoreVary: true });
    if (kept === undefined) continue;
    const body = (await kept.json()) as { message?: LawText };
    if (body.message !== undefined) return body.message;
  }
  return undefined;
}
