import { vi } from 'vitest';
import type { Workbox } from 'workbox-window';

/** A worker on its way into the browser: it becomes `installed`, or `redundant` where its installation fails. */
export class FakeServiceWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

export class FakeRegistration extends EventTarget {
  active: FakeServiceWorker | null = null;
  installing: FakeServiceWorker | null = null;
  unregister = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));

  /** The browser has found a release and begins to install it. */
  find(): FakeServiceWorker {
    this.installing = new FakeServiceWorker();
    this.dispatchEvent(new Event('updatefound'));
    return this.installing;
  }
}

/** The interface of workbox-window's handle, since jsdom has no service workers; the real ones are driven in tests/sw and tests/e2e. */
export function fakeWorker(register: () => Promise<FakeRegistration | undefined> = () => Promise.resolve(undefined)) {
  const target = new EventTarget();
  const worker = {
    addEventListener: target.addEventListener.bind(target),
    register: vi.fn<() => Promise<FakeRegistration | undefined>>(register),
    update: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    messageSkipWaiting: vi.fn<() => void>(),
  };
  return {
    ...worker,
    emit: (type: string, fields: object = {}) => target.dispatchEvent(Object.assign(new Event(type), fields)),
    handle: worker as unknown as Workbox,
  };
}
