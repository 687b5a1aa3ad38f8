import { useEffect, useState, type RefObject } from 'react';

/** Whether what the element holds is wider, or higher, than the element. */
export function useIsTooLarge(element: RefObject<HTMLElement | null>, side: 'Width' | 'Height'): boolean {
  const [isTooLarge, setIsTooLarge] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const sizes = new ResizeObserver(() => setIsTooLarge(observed[`scroll${side}`] > observed[`client${side}`]));
    const observe = (): void => {
      for (const child of observed.children) sizes.observe(child);
    };
    // What comes later, such as what had to be loaded, counts too.
    const additions = new MutationObserver(observe);
    additions.observe(observed, { childList: true });
    sizes.observe(observed);
    observe();
    return () => {
      additions.disconnect();
      sizes.disconnect();
    };
  }, [element, side]);
  return isTooLarge;
}
