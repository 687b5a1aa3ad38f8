import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { articleOf } from '#contract/basis-article.ts';
import type { Basis } from '#contract/check-point.ts';
import { type CitedLaw, citedLaw, versionsOf } from '#contract/cited-law.ts';
import type { Law, LawArticle, LawText } from '#contract/law.ts';
import { lawStatusWords } from '#contract/law-status.ts';
import { isTransient } from '@/api/ApiError.ts';
import { call } from '@/api/call.ts';
import { readLawPdf } from '@/api/files.ts';
import { today } from '@/lib/dates.ts';
import type { LawName } from '@/lib/law-address.ts';
import { paths } from '@/lib/paths.ts';
import { freshOrKept } from '@/offline/reading/kept-copies.ts';
import { readKeptText } from '@/offline/reading/law-storage.ts';
import { freshOnceHeard } from '@/queries/client/kept-fresh.ts';
import { fetchAllPages } from '@/queries/client/read-all-pages.ts';
import { useKeptCopy } from '@/queries/client/useKeptCopy.ts';

export const lawKeys = {
  all: ['law'] as const,
  library: () => [...lawKeys.all, 'library'] as const,
  types: () => [...lawKeys.all, 'types'] as const,
  enactDepts: () => [...lawKeys.all, 'enact-depts'] as const,
  held: () => [...lawKeys.all, 'held'] as const,
  text: (id: string, version: string) => [...lawKeys.all, 'text', id, version] as const,
  pdf: (id: string, version: string) => [...lawKeys.all, 'pdf', id, version] as const,
};

/** Metadata of every law in the library, page after page: filters work on it, with a network and without. */
export const lawLibraryOptions = () =>
  queryOptions({
    queryKey: lawKeys.library(),
    queryFn: ({ signal }) => freshOrKept('laws', 'all', () => fetchAllPages<Law>((page) => call('laws', { query: page }, { signal }))),
    ...freshOnceHeard('laws', 'all'),
    meta: { quiet: true },
  });

/** @param isWanted false fetches nothing yet */
export function useLawLibrary(isWanted = true) {
  const options = lawLibraryOptions();
  useKeptCopy('laws', 'all', options.queryKey);
  return useQuery({ ...options, enabled: isWanted });
}

export const lawTypesOptions = () =>
  queryOptions({
    queryKey: lawKeys.types(),
    queryFn: async ({ signal }) => (await call('lawTypes', undefined, { signal })).data,
    meta: { persist: true, quiet: true },
  });

export const lawEnactDeptsOptions = () =>
  queryOptions({
    queryKey: lawKeys.enactDepts(),
    queryFn: async ({ signal }) => (await call('lawEnactDepts', undefined, { signal })).data,
    meta: { persist: true, quiet: true },
  });

/**
 * The text of one version of a law never changes; the worker keeps it under its versioned address. When that version
 * cannot be reached, an earlier one that the person keeps is better than nothing; its own `version` tells.
 */
export const lawTextOptions = (law: LawName) =>
  queryOptions({
    queryKey: lawKeys.text(law.id, law.version),
    queryFn: async ({ signal }): Promise<LawText> => {
      try {
        return (await call('readLaw', { params: { id: law.id }, query: { v: law.version } }, { signal })).data;
      } catch (error) {
        const earlier = isTransient(error) ? await readKeptText(law.id) : undefined;
        if (earlier === undefined) throw error;
        return earlier;
      }
    },
    staleTime: ({ state }) => (state.data?.version === law.version ? Number.POSITIVE_INFINITY : 0),
    meta: { quiet: true },
  });

/** Megabytes: not held in memory for longer than a look elsewhere takes. */
const PDF_IN_MEMORY_MS = 2 * 60_000;

export const lawPdfOptions = (law: LawName) =>
  queryOptions({
    queryKey: lawKeys.pdf(law.id, law.version),
    queryFn: ({ signal }) => readLawPdf(law, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PDF_IN_MEMORY_MS,
    meta: { quiet: true },
  });

export const useLawTypes = () => useQuery(lawTypesOptions());
export const useLawEnactDepts = () => useQuery(lawEnactDeptsOptions());
/** @param version empty for whichever the server has */
export const useLawText = (law: LawName | undefined) => useQuery({ ...lawTextOptions(law ?? { id: '', version: '' }), enabled: law !== undefined });
export const useLawPdf = (law: LawName, isWanted: boolean) => useQuery({ ...lawPdfOptions(law), enabled: isWanted });

/** The law of that title: of several versions the one in force, and of those the latest. */
export const findLaw = (laws: readonly Law[], title: string): Law | undefined => versionsOf(laws, title, today())[0];

/** The law that a basis cites, and whether another version has taken its place since. */
export const findCitedLaw = (laws: readonly Law[], basis: Basis): CitedLaw<Law> | undefined => citedLaw(laws, basis, today());

/** What has become of a basis that holds no more. */
export interface BasisChange {
  label: '依据已修改' | '依据已废止';
  explanation: string;
  /** The version that holds now, where the library has it. */
  currentPath: string | undefined;
}

/**
 * - `notInLibrary`: the library has no such law or article.
 * - `unavailable`: it may have it, but nothing can be read now.
 */
export type BasisText = (
  | { state: 'loading' | 'notInLibrary' | 'unavailable' }
  | { state: 'found'; status: string; paragraphs: readonly string[]; lawPath: string }
) & { change?: BasisChange | undefined };

/** The article that a basis means in the law as it holds now, else in the edition that it follows; does nothing while `basis` is undefined. */
export function useBasisText(basis: Basis | undefined): BasisText {
  const library = useLawLibrary(basis !== undefined);
  const cited = basis !== undefined && library.data ? findCitedLaw(library.data, basis) : undefined;
  const current = useQuery({ ...lawTextOptions(cited?.current ?? NO_LAW), enabled: cited !== undefined });
  const isThere = basis !== undefined && current.data !== undefined && articleOf(basis, current.data) !== undefined;
  const hasEarlier = cited !== undefined && cited.law.id !== cited.current.id;
  const isEarlierShown = hasEarlier && !isThere && !isWaiting(current);
  const earlier = useQuery({ ...lawTextOptions(cited?.law ?? NO_LAW), enabled: isEarlierShown });

  if (basis === undefined) return { state: 'loading' };
  if (library.data === undefined) return { state: isWaiting(library) ? 'loading' : 'unavailable' };
  if (cited === undefined) return { state: 'notInLibrary' };
  const [law, text] = isEarlierShown ? [cited.law, earlier] : [cited.current, current];
  if (text.data === undefined) return { state: isWaiting(text) ? 'loading' : 'unavailable', change: changeOf(cited, basis, undefined) };
  const article = articleOf(basis, text.data);
  const change = changeOf(cited, basis, isEarlierShown || article === undefined ? undefined : article);
  if (article === undefined) return { state: 'notInLibrary', change };
  const words = lawStatusWords(law, today());
  const status = law.publishDate === null ? words : `${law.publishDate} 公布，${words}`;
  return {
    state: 'found',
    status: article.number === basis.article ? status : `${status}，${article.label}`,
    paragraphs: article.paragraphs,
    lawPath: paths.showLaw.to(law.id, { article: article.number }),
    change,
  };
}

const NO_LAW: LawName = { id: '', version: '' };

/** @param now the article of the present version; undefined where it is not known which that is */
function changeOf({ law, current, state, isOvertaken }: CitedLaw<Law>, { edition, article }: Basis, now: LawArticle | undefined): BasisChange | undefined {
  if (state === 'inForce') return undefined;
  if (state === 'repealed') return { label: '依据已废止', explanation: '法规库中，这部法规已经废止。', currentPath: undefined };
  if (!isOvertaken) return { label: '依据已修改', explanation: '这部法规已经修改，法规库中还没有新的版本。', currentPath: undefined };
  const versions = `检查要点依据的是 ${edition ?? ''} 公布的版本，现行版本公布于 ${current.publishDate ?? ''}`;
  if (now !== undefined) {
    const number = now.number === article ? `仍为${now.label}` : `现为${now.label}`;
    return { label: '依据已修改', explanation: `${versions}，${number}。下面是现行条文。`, currentPath: undefined };
  }
  const shown = law.id === current.id ? '现行版本中没有找到对应的条文。' : '现行版本中没有找到对应的条文，下面是要点所依据的原条文。';
  return { label: '依据已修改', explanation: `${versions}。${shown}`, currentPath: paths.showLaw.to(current.id) };
}

/** A query that waits for a network would wait for ever on the ward. */
const isWaiting = (query: { isPending: boolean; fetchStatus: string }): boolean => query.isPending && query.fetchStatus === 'fetching';

/**
 * Reads the laws behind these bases, so that their articles can be opened without a network. Never rejects.
 * @returns whether all that the library has are read
 */
export async function prefetchBasisTexts(client: QueryClient, bases: Iterable<Basis>): Promise<boolean> {
  try {
    const library = await client.fetchQuery(lawLibraryOptions());
    const laws = new Set<Law>();
    for (const basis of new Map(Array.from(bases, (each) => [`${each.law} ${each.edition ?? ''}`, each])).values()) {
      const cited = findCitedLaw(library, basis);
      if (cited === undefined) continue;
      laws.add(cited.current);
      laws.add(cited.law);
    }
    // One after the other: the answers of the person go first on a weak signal.
    for (const law of laws) await client.prefetchQuery(lawTextOptions(law));
    return [...laws].every((law) => client.getQueryData(lawTextOptions(law).queryKey) !== undefined);
  } catch {
    // Offline: the sheet then shows the gist alone.
    return false;
  }
}
