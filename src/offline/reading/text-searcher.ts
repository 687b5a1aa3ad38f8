/** The page's end of the search worker. */
import type { LawText } from '#contract/law.ts';
import type { SearchedLaw, SearchedPoint, SearchLimits, SearchResult } from '@/lib/text/law-search.ts';
import type { FromSearchWorker, IndexBuilt, ToSearchWorker } from '@/lib/text/search-messages.ts';

export interface TextSearcher {
  /** @returns ids of the laws whose text is neither given nor on this device */
  build: (laws: readonly SearchedLaw[], points: readonly SearchedPoint[], texts: readonly LawText[]) => Promise<IndexBuilt>;
  find: (query: string, limits: SearchLimits) => Promise<SearchResult>;
}

type Request = ToSearchWorker extends infer Each ? (Each extends { request: number } ? Omit<Each, 'request'> : never) : never;

let only: TextSearcher | undefined;

/** One worker for the whole app, started at the first need; it lives as long as the page. */
export function textSearcher(): TextSearcher {
  only ??= startSearcher();
  return only;
}

function startSearcher(): TextSearcher {
  const worker = new Worker(new URL('@/workers/search-worker.ts', import.meta.url), { type: 'module', name: 'search' });
  const waiting = new Map<number, { resolve: (answer: FromSearchWorker) => void; reject: (error: Error) => void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<FromSearchWorker>) => {
    const asked = waiting.get(data.request);
    waiting.delete(data.request);
    if (data.type === 'failed') asked?.reject(new Error(data.reason));
    else asked?.resolve(data);
  });
  worker.addEventListener('error', (event) => {
    // It could not be loaded: the next one tries anew.
    only = undefined;
    worker.terminate();
    for (const asked of waiting.values()) asked.reject(new Error(event.message || '检索程序未能启动'));
    waiting.clear();
  });
  const ask = (message: Request): Promise<FromSearchWorker> =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ ...message, request: last });
    });
  return {
    build: async (laws, points, texts) => (await ask({ type: 'build', laws: laws.map(searchedLaw), points: points.map(searchedPoint), texts })) as IndexBuilt,
    find: async (query, limits) => {
      const answer = await ask({ type: 'find', query, limits });
      if (answer.type !== 'found') throw new Error('检索程序答非所问');
      return answer.result;
    },
  };
}

/** Only what is searched goes to the worker. */
const searchedLaw = ({ id, version, title, status, effectiveDate }: SearchedLaw): SearchedLaw => ({ id, version, title, status, effectiveDate });
const searchedPoint = ({ id, content, method, expected, basis }: SearchedPoint): SearchedPoint => ({ id, content, method, expected, basis });
