import { loadChunk } from '@/lib/files/load-chunk.ts';
import { findByCharacters, type FindInName } from '@/lib/text/find-name.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';

const loadFindByPinyin = (): Promise<FindInName | undefined> =>
  loadChunk(() => import('@/lib/text/find-by-pinyin.ts')).then(
    ({ findByPinyin }) => findByPinyin,
    () => undefined,
  );

/** Finds by characters at first, and by pinyin too once that is loaded. Where it cannot be had, the next search tries again. */
export const useFindInName = (): FindInName => useLoaded('', loadFindByPinyin) ?? findByCharacters;
