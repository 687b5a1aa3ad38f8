import { useEffect, useState } from 'react';
import { loadChunk } from '@/lib/files/load-chunk.ts';
import { findByCharacters, type FindInName } from '@/lib/text/find-name.ts';

/** Finds by characters at first, and by pinyin too once that is loaded. Where it cannot be had, the next search tries again. */
export function useFindInName(): FindInName {
  const [find, setFind] = useState<FindInName>(() => findByCharacters);
  useEffect(() => {
    let isCurrent = true;
    loadChunk(() => import('@/lib/text/find-by-pinyin.ts')).then(
      ({ findByPinyin }) => {
        if (isCurrent) setFind(() => findByPinyin);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return find;
}
