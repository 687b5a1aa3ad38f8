import { readSiteTitle } from '@/api/probe.ts';
import { readStored, writeStored } from '@/lib/local-storage.ts';

/** Free of the query library: the sign-in screen asks before that is loaded. */
const KEY = 'zyzc:site-title';
const DEFAULT_SITE_TITLE = '依法执业自查';

/** Title of this deployment as the server told it last, so that it stands there without a network. */
export function getSiteTitle(): string {
  const stored = readStored(KEY);
  return typeof stored === 'string' && stored !== '' ? stored : DEFAULT_SITE_TITLE;
}

/** Asks the server for the title; the one told last when it does not answer. */
export async function fetchSiteTitle(): Promise<string> {
  const title = await readSiteTitle();
  if (title === undefined) return getSiteTitle();
  writeStored(KEY, title);
  return title;
}

export { probe } from '@/api/probe.ts';
