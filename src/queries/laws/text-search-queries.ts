import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CheckPoint } from '#contract/check-point.ts';
import type { Law, LawText } from '#contract/law.ts';
import type { SearchLimits, SearchResult } from '@/lib/text/law-search.ts';
import { createSignal } from '@/lib/signal.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { fetchTexts, noteTexts } from '@/offline/reading/law-keeping.ts';
import { textSearcher } from '@/offline/reading/text-searcher.ts';
import { useEnabledPoints } from './check-point-queries.ts';
import { useLawLibrary } from './law-queries.ts';

export interface TextIndexState {
  state: 'building' | 'ready' | 'failed';
  lawCount: number;
  pointCount: number;
  /** Laws whose text is not on this device, and could not be fetched. */
  missingCount: number;
  /** Changes with the index, for what was found in the one before. */
  generation: number;
}

interface Built {
  laws: readonly Law[];
  points: readonly CheckPoint[];
  missing: readonly string[];
  generation: number;
}

/** What the worker's index holds now: the worker outlives the screens that ask it. */
let built: Built | undefined;
const builtAnew = createSignal();
const getBuilt = (): Built | undefined => built;

/** Builds the index of all laws and points, from what this device holds and, where it can, from the server. */
export function useTextIndex(): TextIndexState {
  const library = useLawLibrary();
  const enabledPoints = useEnabledPoints();
  const isReachable = useReachability() !== 'offline';
  const index = useSyncExternalStore(builtAnew.subscribe, getBuilt);
  const [hasFailed, setHasFailed] = useState(false);
  const laws = library.data;
  // Points that cannot be read must not keep the laws from being found.
  const points = enabledPoints.data ?? (enabledPoints.isError || enabledPoints.fetchStatus === 'paused' ? noPoints : undefined);

  useEffect(() => {
    if (laws === undefined || points === undefined) return;
    let isCurrent = true;
    buildIndex(laws, points, isReachable).then(
      () => isCurrent && setHasFailed(false),
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [laws, points, isReachable]);

  const isPresent = index !== undefined && index.laws === laws && index.points === points;
  return {
    state: hasFailed || (laws === undefined && library.isError) ? 'failed' : isPresent || (index !== undefined && laws === undefined) ? 'ready' : 'building',
    lawCount: laws?.length ?? 0,
    pointCount: points?.length ?? 0,
    missingCount: index?.missing.length ?? 0,
    generation: index?.generation ?? 0,
  };
}

const noPoints: readonly CheckPoint[] = [];

let builds = 0;

/** First what is there, at once; then again with the texts that had to be fetched. Ends where another build has begun since. */
async function buildIndex(laws: readonly Law[], points: readonly CheckPoint[], mayFetch: boolean): Promise<void> {
  const searcher = textSearcher();
  const number = (builds += 1);
  const isLatest = (): boolean => number === builds;
  const build = async (texts: readonly LawText[]): Promise<readonly string[]> => {
    const { missing: absent } = await searcher.build(laws, points, texts);
    if (isLatest()) {
      built = { laws, points, missing: absent, generation: (built?.generation ?? 0) + 1 };
      builtAnew.tell();
    }
    return absent;
  };
  const missing = built?.laws === laws && built.points === points ? built.missing : await build([]);
  if (missing.length === 0 || !mayFetch || !isLatest()) return;
  const absent = new Set(missing);
  // Without a network, what was found so far is the answer.
  const texts = await fetchTexts(laws.filter((law) => absent.has(law.id))).catch(() => []);
  await noteTexts(texts);
  if (texts.length > 0 && isLatest()) await build(texts);
}

interface Asked {
  text: string;
  limits: SearchLimits;
  generation: number;
  found: Promise<SearchResult>;
}
let asked: Asked | undefined;

function ask(text: string, limits: SearchLimits, generation: number): Promise<SearchResult> {
  if (asked?.text !== text || asked.limits !== limits || asked.generation !== generation) {
    const found = textSearcher().find(text, limits);
    asked = { text, limits, generation, found };
    // Whoever asks again after a failure is not given the same one.
    found.catch(() => {
      if (asked?.found === found) asked = undefined;
    });
  }
  return asked.found;
}

/** Asks for what `useTextSearch` is about to ask for: the worker looks while what was typed is being drawn. */
export function askAhead(text: string, limits: SearchLimits): void {
  if (built && text.trim() !== '') ask(text, limits, built.generation).catch(() => undefined);
}

/** What was found for `text`; undefined until the first answer. The answer before stays while the next is on its way, and while there is no text. */
export function useTextSearch(text: string, limits: SearchLimits, { generation }: TextIndexState): SearchResult | undefined {
  const [result, setResult] = useState<SearchResult>();
  useEffect(() => {
    if (generation === 0 || text.trim() === '') return;
    let isCurrent = true;
    void ask(text, limits, generation)
      .then((found) => isCurrent && setResult(found))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text, limits, generation]);
  return result;
}
