import { act, render } from '@testing-library/react';
import type { Location } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { TabStrip } from '@/app/shell/tabs/TabStrip.tsx';
import type { Tabs } from '@/app/shell/tabs/useTabs.ts';

it('brings the shown tab back into sight when a phone is turned', () => {
  const sizes: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        sizes.push(told);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const scrolled: (string | null)[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.textContent);
  };
  const tabs = ['/a', '/b'].map((key) => ({ key, location: { pathname: key } as Location, generation: 0, note: '', lastVisit: 1 }));
  render(<TabStrip tabs={{ tabs, shown: '/b' } as unknown as Tabs} titleOf={(key) => `title of ${key}`} isFixed={() => true} />);
  scrolled.length = 0;
  act(() => sizes.forEach((told) => told()));
  expect(scrolled).toEqual(['title of /b']);
  vi.unstubAllGlobals();
});
