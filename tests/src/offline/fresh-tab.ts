import { beforeAll, beforeEach } from 'vitest';
import { type Backend, startBackend } from './backend.ts';
import { forgetBrowser, openTab, type Tab } from './tab.ts';

/** For a file whose tests each begin in a browser that was never here, with staff01 signed in and a network that works. */
export function beginInFreshTab(begin: (backend: Backend, tab: Tab) => void): void {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });
  beforeEach(async () => {
    backend.proxy.decide = () => 'pass';
    forgetBrowser();
    const tab = await openTab();
    tab.signIn(await backend.signIn('staff01'));
    begin(backend, tab);
  });
}
