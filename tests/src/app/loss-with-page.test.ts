// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { wouldLoseWithPage } from '@/app/loss-with-page.ts';
import { noteInMemory } from '@/offline/storage/in-memory.ts';

/** Whether the browser asks before the page goes. */
const doesBrowserAsk = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

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
