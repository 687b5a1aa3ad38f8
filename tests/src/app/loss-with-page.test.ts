// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { wouldLoseWithPage } from '@/app/loss-with-page.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';
import { askBeforeLeaving } from '@/ui/browser/leaving.ts';

/** Whether the browser asks before the page goes. */
const doesBrowserAsk = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('what has the browser ask, such as photos that are not stored yet, keeps the page from being loaded anew by itself, too', () => {
  const stops = [askBeforeLeaving(), askBeforeLeaving()];
  for (const stop of stops) {
    expect([doesBrowserAsk(), wouldLoseWithPage()]).toEqual([true, true]);
    stop();
  }
  expect([doesBrowserAsk(), wouldLoseWithPage()]).toEqual([false, false]);
});

it('the browser asks, whoever is signed in, as long as anybody has something in the memory of the page', () => {
  expect(doesBrowserAsk()).toBe(false);
  noteInMemory('entries one', 1);
  noteInMemory('entries two', 2);
  noteInMemory('entries one', 0);
  expect([doesBrowserAsk(), wouldLoseWithPage()]).toEqual([true, true]);
  noteInMemory('entries two', 0);
  expect([doesBrowserAsk(), wouldLoseWithPage()]).toEqual([false, false]);
  noteInMemory('entries one', 1);
  expect(doesBrowserAsk()).toBe(true);
});
