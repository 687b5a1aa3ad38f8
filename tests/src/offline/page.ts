import { setMaxListeners } from 'node:events';
import { JSDOM } from 'jsdom';

/**
 * A page that came from `url`, in Node's own realm. The jsdom environment has other typed arrays than Node,
 * and the real server, which runs in the same process, would take none of the page's bytes for bytes.
 */
export function openPage(url: string): void {
  const { window } = new JSDOM('', { url, pretendToBeVisual: true });
  const target = new EventTarget();
  // One for each tab of a test.
  setMaxListeners(0, target);
  const fetchFromNode = globalThis.fetch;
  const globals = {
    window: globalThis,
    document: window.document,
    location: window.location,
    localStorage: window.localStorage,
    XMLHttpRequest: window.XMLHttpRequest,
    Blob: window.Blob,
    // Node's has no page that a relative address could start from.
    fetch: (address: string, init?: RequestInit) => fetchFromNode(new URL(address, url), init),
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
  };
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
