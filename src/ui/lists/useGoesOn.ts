import { useEffect, useState, type RefObject } from 'react';

/** Whether what scrolls sideways in the element goes on to the right. */
export function useGoesOn(element: RefObject<HTMLElement | null>, scrolls: boolean): boolean {
  const [goesOn, setGoesOn] = useState(false);
  useEffect(() => {
    const scroller = element.current;
    if (!scrolls || scroller === null) return;
    // Widths are rounded: less than two pixels are none.
    const look = (): void => setGoesOn(scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft >= 2);
    const sizes = new ResizeObserver(look);
    for (const sized of [scroller, ...scroller.children]) sizes.observe(sized);
    scroller.addEventListener('scroll', look);
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [element, scrolls]);
  return scrolls && goesOn;
}
