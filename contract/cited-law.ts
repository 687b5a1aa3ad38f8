import type { Basis } from './check-point.ts';
import { isAhead, type LawStatus } from './law-status.ts';
import { lawTitleKey } from './law-title.ts';

/** What of a law tells which version a basis cites. */
export interface LawVersion {
  title: string;
  status: LawStatus;
  publishDate: string | null;
  effectiveDate: string | null;
}

const statusRank = { effective: 0, amended: 2, repealed: 3 } as const;
const AHEAD_RANK = 1;

/** The versions of the law of that title: the one in force first, and of several the latest. @param today in Shanghai */
export function versionsOf<Law extends LawVersion>(laws: readonly Law[], title: string, today: string): Law[] {
  const wanted = lawTitleKey(title);
  const rankOf = (law: Law): number => (isAhead(law, today) ? AHEAD_RANK : statusRank[law.status]);
  return laws
    .filter((law) => lawTitleKey(law.title) === wanted)
    .sort((one, other) => rankOf(one) - rankOf(other) || (other.publishDate ?? '').localeCompare(one.publishDate ?? ''));
}

export interface CitedLaw<Law extends LawVersion> {
  /** What the article's number refers to; where the library lacks that version, the present one. */
  law: Law;
  /** The version that holds now. */
  current: Law;
  /** Whether what the basis cites holds no more, as far as is known. */
  state: 'inForce' | 'amended' | 'repealed';
  /** Whether the library has a newer version than the basis names. */
  isOvertaken: boolean;
}

/** The law that a basis cites, and whether another version has taken its place since. @param today in Shanghai */
export function citedLaw<Law extends LawVersion>(laws: readonly Law[], { law: title, edition }: Pick<Basis, 'law' | 'edition'>, today: string): CitedLaw<Law> | undefined {
  const versions = versionsOf(laws, title, today);
  const current = versions[0];
  if (current === undefined) return undefined;
  const law = versions.find((version) => edition != null && version.publishDate === edition) ?? current;
  const isOvertaken = edition != null && (current.publishDate ?? '') > edition;
  return { law, current, isOvertaken, state: isOvertaken ? 'amended' : current.status === 'effective' ? 'inForce' : current.status };
}
