import { apiPaths, fillPath } from '#contract/api-paths.ts';

export interface LawName {
  id: string;
  version: string;
}

/** Where one version of a law's text or PDF is read, and under which it is kept on this device: it never changes. */
export const lawAddress = ({ id, version }: LawName, format: 'text' | 'pdf' = 'text'): string =>
  `${fillPath(apiPaths.readLaw.path, { id })}?v=${version}${format === 'pdf' ? '&format=pdf' : ''}`;

export type LawOfAddress = LawName & { format: 'text' | 'pdf' };

/** What an address of `lawAddress` names; undefined for any other. */
export function lawOfAddress(address: string): LawOfAddress | undefined {
  const { pathname, searchParams } = new URL(address, 'http://device');
  const prefix = apiPaths.readLaw.path.slice(0, apiPaths.readLaw.path.indexOf('{'));
  const version = searchParams.get('v') ?? '';
  const id = pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) : '';
  if (id === '' || id.includes('/') || version === '') return undefined;
  return { id, version, format: searchParams.get('format') === 'pdf' ? 'pdf' : 'text' };
}
