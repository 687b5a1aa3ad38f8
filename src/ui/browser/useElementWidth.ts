import { useEffect, useState, type RefObject } from 'react';

/** Width in whole pixels inside the element's padding; 0 until it is known. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      // A hidden view has no width: what it shows is to stay as it is.
      if (next > 0) setWidth(next);
    });
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
