import { use, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PageChromeContext } from '@/ui/page-chrome.ts';

/** How the page was shown last. */
let shownLast: { visit: string; isNarrow: boolean; isFromEarlier: boolean } | undefined;

/**
 * Whether what the phone kept of the page is from an earlier visit of it: the other layout makes the whole page anew,
 * and within one visit the kept draft is only what goes on in there.
 * @param isKept whether anything was kept
 */
export function useIsFromEarlierVisit(isKept: boolean): boolean {
  const { key: visit } = useLocation();
  const { isNarrow } = use(PageChromeContext);
  const [otherLayout] = useState(() => (shownLast?.visit === visit && shownLast.isNarrow !== isNarrow ? shownLast : undefined));
  const isFromEarlier = isKept && (otherLayout?.isFromEarlier ?? true);
  useEffect(() => {
    shownLast = { visit, isNarrow, isFromEarlier };
  }, [visit, isNarrow, isFromEarlier]);
  return isFromEarlier;
}
