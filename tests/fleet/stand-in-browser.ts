/** The browser of a phone of the fleet: what it keeps outlives the page, and a page can be killed at any moment. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { PhoneBundle, PhoneModules } from './phone-bundle.ts';

export interface PageRequest {
  method: string;
  /** Path with query. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
}
export interface PageResponse {
  status: number;
  headers: [name: string, value: string][];
  text: string;
}
/** Rejects where nobody answers. */
export type Network = (request: PageRequest) => Promise<PageResponse>;

export interface Page {
  modules: PhoneModules;
  /** Never resolves while the page lives; what waits for a dead page waits for this. */
  isGone: Promise<void>;
  /** Tells the page that the device is online or offline. */
  setOnline: (isOnline: boolean) => void;
  /** As when the system needs the memory: nothing of the page runs on, and transactions that were open are undone. */
  kill: () => void;
}

export interface StandInBrowser {
  startPage: (isOnline: boolean) => Page;
}

export function createBrowser(bundle: PhoneBundle, network: Network): StandInBrowser {
  const databases = new IDBFactory();
  const stored = new Map<string, string>();
  const cookies = new Map<string, string>();
  return { startPage: (isOnline) => startPage(bundle, network, databases, stored, cookies, isOnline) };
}

function startPage(bundle: PhoneBundle, network: Network, databases: IDBFactory, stored: Map<string, string>, cookies: Map<string, string>, isOnline: boolean): Page {
  let isDead = false;
  let leave!: () => void;
  const isGone = new Promise<void>((resolve) => (leave = resolve));
  const timers = new Set<NodeJS.Timeout>();
  const connections = new Set<{ close: () => void }>();
  const transactions = new Set<{ abort: () => void }>();

  const remember = (timer: NodeJS.Timeout): NodeJS.Timeout => {
    timers.add(timer);
    return timer;
  };
  const forget = (timer: NodeJS.Timeout | undefined): void => {
    clearTimeout(timer);
    if (timer) timers.delete(timer);
  };
  const later = (run: () => void, delayMs?: number): NodeJS.Timeout => {
    if (isDead) return setTimeout(() => undefined, 0);
    const timer = remember(
      setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs),
    );
    return timer;
  };

  const refuseIfDead = (): void => {
    if (isDead) throw new DOMException('the page is gone', 'InvalidStateError');
  };
  const indexedDB = {
    open: (name: string, version?: number) => {
      refuseIfDead();
      const request = databases.open(name, version);
      request.addEventListener('success', () => {
        const connection = request.result;
        if (isDead) return connection.close();
        connections.add(connection);
        const begin = connection.transaction.bind(connection);
        connection.transaction = (...given) => {
          refuseIfDead();
          const transaction = begin(...given);
          transactions.add(transaction);
          for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => transactions.delete(transaction));
          return transaction;
        };
      });
      return request;
    },
    deleteDatabase: (name: string) => {
      refuseIfDead();
      return databases.deleteDatabase(name);
    },
  };

  const events = new EventTarget();
  const location = { href: 'http://fleet.test/', protocol: 'http:', origin: 'http://fleet.test', host: 'fleet.test' };
  const navigator = { onLine: isOnline, product: 'phone', userAgent: 'phone' };
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  Object.defineProperty(document, 'cookie', {
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set: (line: string) => {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', value = ''] = pair.split('=', 2);
      if (attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  });
  const bound = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  };

  const modules = bundle({
    ...bound,
    window: { ...bound, location, navigator, document, localStorage },
    document,
    location,
    navigator,
    localStorage,
    indexedDB,
    IDBKeyRange,
    XMLHttpRequest: requestsOver(network, () => isDead),
    BroadcastChannel: undefined,
    setTimeout: later,
    clearTimeout: forget,
    setInterval: (run: () => void, everyMs: number) => remember(setInterval(run, everyMs)),
    clearInterval: forget,
  });

  return {
    modules,
    isGone,
    setOnline: (next) => {
      navigator.onLine = next;
      events.dispatchEvent(new Event(next ? 'online' : 'offline'));
    },
    kill: () => {
      isDead = true;
      for (const timer of timers) clearTimeout(timer);
      for (const transaction of transactions) {
        try {
          transaction.abort();
        } catch {
          // It was being committed, and is.
        }
      }
      for (const connection of connections) connection.close();
      leave();
    },
  };
}

/** As much of XMLHttpRequest as the page's HTTP client uses. */
function requestsOver(network: Network, isDead: () => boolean) {
  return class {
    onloadend: (() => void) | null = null;
    onerror: ((event: unknown) => void) | null = null;
    onabort: (() => void) | null = null;
    ontimeout: (() => void) | null = null;
    readyState = 0;
    status = 0;
    statusText = '';
    responseText = '';
    responseURL = '';
    responseType = '';
    timeout = 0;
    withCredentials = false;
    upload = new EventTarget();
    #request: PageRequest = { method: 'GET', path: '/', headers: {}, body: null };
    #headers: PageResponse['headers'] = [];
    #isAborted = false;

    get response(): string {
      return this.responseText;
    }
    open(method: string, path: string): void {
      this.#request = { ...this.#request, method: method.toUpperCase(), path };
    }
    setRequestHeader(name: string, value: string): void {
      this.#request.headers[name] = value;
    }
    getAllResponseHeaders(): string {
      return this.#headers.map(([name, value]) => `${name}: ${value}`).join('\r\n');
    }
    abort(): void {
      this.#isAborted = true;
    }
    send(body: string | null = null): void {
      // What a killed page had in mind to send is never sent.
      if (isDead()) return;
      void network({ ...this.#request, body }).then(
        ({ status, headers, text }) => {
          if (isDead() || this.#isAborted) return;
          Object.assign(this, { status, responseText: text, readyState: 4 });
          this.#headers = headers;
          this.onloadend?.();
        },
        () => {
          if (!isDead() && !this.#isAborted) this.onerror?.(undefined);
        },
      );
    }
  };
}
