/**
 * Which answers are kept beside the app shell, and for whom. Whatever has no rule here goes to the network untouched.
 * Nothing ends by age, since the clock of a phone may be wrong by years; when space runs out, laws go and tasks stay.
 */
import { ExpirationPlugin, type ExpirationPluginOptions } from 'workbox-expiration';
import { createPartialResponse, RangeRequestsPlugin } from 'workbox-range-requests';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { apiPaths } from '#contract/api-paths.ts';
import { busyStatuses } from '#contract/codes.ts';
import { isOvertaken, SERVED_AT_HEADER } from '#contract/served-at.ts';
import { KEPT_HEADER, LAW_KEPT_CACHE, LAW_LIST_CACHE, LAW_TEXT_CACHE, taskCacheName } from '#contract/worker-messages.ts';
import { accountOf, deleteForeignTaskCaches, noteAccount } from './accounts.ts';
import { cacheSuccessOnly, isOurAnswer, isOurMissing, isOurSuccess } from './own-answers.ts';

/** On the ward a network that is there but does not answer is worse than none. */
const NETWORK_LIMIT_S = 3;

const prefixOf = (path: string): string => path.slice(0, path.indexOf('{'));
/** What can be filled in without a network. */
const detailPrefixes = [apiPaths.queryTaskCheckPointInfo, apiPaths.queryCompanySelfCorrectById].map(({ path }) => prefixOf(path));
const lawTextPrefix = prefixOf(apiPaths.readLaw.path);
// Vary names headers that differ from request to request and change nothing here.
const matchOptions = { ignoreVary: true };

export const isTaskDetail = (request: Request, { pathname }: URL): boolean =>
  detailPrefixes.some((prefix) => pathname.startsWith(prefix)) && accountOf(request) !== null;
export const isLawList = ({ pathname }: URL): boolean => pathname === apiPaths.laws.path;
/** Only under the version in its address does a law's text never change. */
export const isVersionedLaw = ({ pathname, searchParams }: URL): boolean => pathname.startsWith(lawTextPrefix) && (searchParams.get('v') ?? '') !== '';

const taskStrategies = new Map<string, NetworkFirst>();

/** Detail of a task or a self-correction: from the server, or after three seconds from the account's own cache. */
export function serveTaskDetail(): void {
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && isTaskDetail(request, url),
    async (options) => {
      const account = accountOf(options.request) ?? '';
      noteAccount(account);
      const [response, isDone] = taskStrategyOf(account).handleAll(options);
      // Afterwards: an answer to the person before may arrive late, and be kept when this one is here already.
      options.event.waitUntil(isDone.catch(() => undefined).then(deleteForeignTaskCaches));
      return await response;
    },
  );
}

function taskStrategyOf(account: string): NetworkFirst {
  let strategy = taskStrategies.get(account);
  if (!strategy) {
    const cacheName = taskCacheName(account);
    strategy = freshOrKept(cacheName, { maxEntries: 200 });
    taskStrategies.set(account, strategy);
  }
  return strategy;
}

/** From the server; without a network at once, and of a slow one after three seconds, what is kept. */
const freshOrKept = (cacheName: string, limits: ExpirationPluginOptions): NetworkFirst =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: NETWORK_LIMIT_S,
    matchOptions,
    // Past what the browser remembers: our server lets it remember none of these, a captive portal its own page for days.
    fetchOptions: { cache: 'no-store' },
    plugins: [cacheSuccessOnly, notOvertaken(cacheName), markKept, forgetMissing(cacheName), keptInsteadOfFailure(cacheName), new ExpirationPlugin(limits)],
  });

function asKept({ body, status, statusText, headers }: Response): Response {
  const marked = new Headers(headers);
  marked.set(KEPT_HEADER, '1');
  return new Response(body, { status, statusText, headers: marked });
}

const markKept: WorkboxPlugin = { cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && asKept(cachedResponse) };

/** How long the answer to a request may be on its way, and the browser's clock differ from the server's. */
const REMEMBERED_AFTER_MS = 60_000;

/** The browser remembers answers that never change, and gives them also where no server is: that is no sign of one. */
const markRemembered: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const sentAt = Date.parse(response.headers.get('date') ?? '');
    return Date.now() - sentAt > REMEMBERED_AFTER_MS ? asKept(response) : response;
  },
};

const servedAt = ({ headers }: Response): string => headers.get(SERVED_AT_HEADER) ?? '';

/** A slow network may bring an answer after that of a later request. */
const notOvertaken = (cacheName: string): WorkboxPlugin => ({
  cacheWillUpdate: async ({ request, response }) => {
    const kept = await caches.match(request, { cacheName, ...matchOptions });
    return kept !== undefined && isOvertaken(servedAt(response), servedAt(kept)) ? null : response;
  },
});

/** A captive portal, a proxy without its server, or a server that says no for now answers too; what is kept is better than that. */
const keptInsteadOfFailure = (cacheName: string): WorkboxPlugin => ({
  handlerWillRespond: async ({ request, response }) => {
    const kept = isOurAnswer(response) && !busyStatuses.has(response.status) ? undefined : await caches.match(request, { cacheName, ...matchOptions });
    return kept === undefined ? response : asKept(kept);
  },
});

/** What the server knows no more would come back as the answer of a slow network; what is still to be read of it the page has. */
const forgetMissing = (cacheName: string): WorkboxPlugin => ({
  fetchDidSucceed: async ({ request, response }) => {
    if (await isOurMissing(response)) await (await caches.open(cacheName)).delete(request, matchOptions);
    return response;
  },
});

export function serveLaws(): void {
  registerRoute(({ url, sameOrigin }) => sameOrigin && isLawList(url), freshOrKept(LAW_LIST_CACHE, { maxEntries: 100, purgeOnQuotaError: true }));
  const cacheFirst = new CacheFirst({
    cacheName: LAW_TEXT_CACHE,
    matchOptions,
    plugins: [
      { cacheWillUpdate: async ({ request, response }) => ((await isKeepableLaw(request, response)) ? response : null) },
      markKept,
      markRemembered,
      new RangeRequestsPlugin(),
      new ExpirationPlugin({ maxEntries: 2000, purgeOnQuotaError: true }),
    ],
  });
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isVersionedLaw(url),
    async (options) => (await keptLaw(options.request)) ?? (await cacheFirst.handle(options)),
  );
}

/** What the person keeps of the laws; of a PDF as much as was asked for. */
async function keptLaw(request: Request): Promise<Response | undefined> {
  const kept = await caches.match(request, { cacheName: LAW_KEPT_CACHE, ...matchOptions });
  if (kept === undefined) return undefined;
  return request.headers.has('range') ? await createPartialResponse(request, asKept(kept)) : asKept(kept);
}

/** A text has to be of the version in its address, which the server's newer one is not; part of a PDF is no PDF. */
async function isKeepableLaw(request: Request, response: Response): Promise<boolean> {
  if (response.status !== 200) return false;
  if ((response.headers.get('content-type') ?? '').startsWith('application/pdf')) return true;
  if (!(await isOurSuccess(response))) return false;
  const { message } = (await response.clone().json()) as { message?: { version?: unknown } };
  return message?.version === new URL(request.url).searchParams.get('v');
}
