// A file of the projects with `pool: 'vmForks'` has globals of its own, in a process that others have had and will have.
// What of Node is lent to it must fit among them, and end with it.
import { webcrypto } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterAll } from 'vitest';

const channels: PageChannel[] = [];

/** What is said after the file that listens to it is heard by none: its account may be one of the next file's. */
class PageChannel extends BroadcastChannel {
  #isClosed = false;
  constructor(name: string) {
    super(name);
    channels.push(this);
  }
  override postMessage(message: unknown): void {
    if (!this.#isClosed) super.postMessage(message);
  }
  override close(): void {
    this.#isClosed = true;
    super.close();
  }
}

const cloneByNode = globalThis.structuredClone;
const builtIn = new Set(['Object', 'Array', 'Map', 'Set', 'Date', 'ArrayBuffer', 'Uint8Array']);

/** Node clones into its own `Object`, `Map` and so on, of which no page's value is one. */
function cloneForPage<T>(value: T, options?: StructuredSerializeOptions): T {
  const clone = cloneByNode(value, options);
  bringHome(clone, new Set());
  return clone;
}

function bringHome(value: unknown, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const { name } = (Object.getPrototypeOf(value) as object).constructor;
  if (builtIn.has(name)) Object.setPrototypeOf(value, (Reflect.get(globalThis, name) as { prototype: object }).prototype);
  for (const part of partsOf(value)) bringHome(part, seen);
}

function partsOf(value: object): readonly unknown[] {
  if (value instanceof Map) return [...value].flat();
  if (value instanceof Set) return [...value];
  return ArrayBuffer.isView(value) ? [value.buffer] : Object.values(value);
}

/** Once fake-indexeddb has put its classes there. Does nothing for a file that has a process of its own. */
export function fitPageGlobals(): void {
  if (cloneByNode({}) instanceof Object) return;
  globalThis.structuredClone = cloneForPage;
  globalThis.BroadcastChannel = PageChannel;
  afterAll(() => channels.forEach((channel) => channel.close()));
  // What no test waits for goes on a moment after its file, whose globals are taken away by then.
  Object.defineProperty(globalThis, 'IDBKeyRange', { configurable: false });
  // Those of jsdom lack what the page calls.
  for (const [name, value] of Object.entries({ crypto: webcrypto, performance })) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
