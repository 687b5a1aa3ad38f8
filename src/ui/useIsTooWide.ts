import { useEffect, useState, type RefObject } from 'react';

/** Whether what the element holds is wider than the element. */
export function useIsTooWide(element: RefObject<HTMLElement | null>): boolean {
  const [isTooWide, setIsTooWide] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(() => setIsTooWide(observed.scrollWidth > observed.clientWidth));
    observer.observe(observed);
    for (const child of observed.children) observer.observe(child);
    return () => observer.disconnect();
  }, [element]);
  return isTooWide;
}
