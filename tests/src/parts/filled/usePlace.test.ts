// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { visiblePlace } from '@/parts/filled/usePlace.ts';

const SCREEN = { top: 0, bottom: 800, left: 0, width: 390 };

afterEach(() => {
  document.body.innerHTML = '';
  Reflect.deleteProperty(document, 'elementFromPoint');
  vi.restoreAllMocks();
});

it('is the next card where the head of a category stands at the top', () => {
  document.body.innerHTML = '<div data-scroll><div id="list"><div data-point="above"></div><h2>类别</h2><div data-point="below"></div></div></div>';
  const tops: Record<string, number> = { above: -500, below: 150 };
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    return { ...SCREEN, top: tops[this.getAttribute('data-point') ?? ''] ?? SCREEN.top } as DOMRect;
  });
  const list = document.querySelector<HTMLElement>('#list')!;
  const card = list.querySelector('[data-point="below"]');
  // The head is higher than the usual gap between two cards.
  document.elementFromPoint = (_x, y) => (y >= 150 ? card : list.querySelector('h2'));
  expect(visiblePlace(list)).toEqual({ pointId: 'below', offset: 150 });
});
