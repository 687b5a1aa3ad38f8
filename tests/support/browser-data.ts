/** What MDN's data say of the browsers that the app is built for (`vite/oldest-browsers.ts`). */
import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import { oldestBrowsers } from '../../vite/oldest-browsers.ts';

/** Interfaces whose members our code and its libraries may call; names of others, such as of WebXR, are too common to be told by. */
const INTERFACES = [
  'AbortSignal', 'ArrayBuffer', 'Blob', 'Cache', 'CacheStorage', 'CanvasRenderingContext2D', 'Clipboard', 'Crypto', 'Document', 'Element', 'Event', 'EventTarget',
  'FormData', 'HTMLElement', 'HTMLInputElement', 'IDBDatabase', 'IDBFactory', 'IDBObjectStore', 'IDBTransaction', 'LockManager', 'Navigator', 'Node', 'ReadableStream',
  'Request', 'Response', 'ServiceWorkerContainer', 'ServiceWorkerRegistration', 'StorageManager', 'URL', 'URLSearchParams', 'Window', 'WorkerGlobalScope',
]; // prettier-ignore

type Tree = Record<string, { __compat?: CompatStatement } & Record<string, { __compat?: CompatStatement }>>;

const order = (version: string): number => {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number);
  return major * 1000 + minor;
};

const holdsIn = (support: SimpleSupportStatement, version: string): boolean =>
  support.flags === undefined &&
  support.prefix === undefined &&
  support.alternative_name === undefined &&
  typeof support.version_added === 'string' &&
  support.version_added !== 'preview' &&
  order(support.version_added) <= order(version) &&
  (typeof support.version_removed !== 'string' || order(support.version_removed) > order(version));

/** @param versions by MDN's names of browsers */
export const isLackedBy = (feature: CompatStatement, versions: Readonly<Record<string, string>> = oldestBrowsers): boolean =>
  Object.entries(versions).some(([browser, version]) => {
    const support = feature.support[browser as keyof typeof feature.support];
    return support !== undefined && !(Array.isArray(support) ? support : [support]).some((each) => holdsIn(each as SimpleSupportStatement, version));
  });

/** Names that at least one of the oldest browsers lacks. */
export interface Lacking {
  globals: ReadonlySet<string>;
  /** `Promise.withResolvers` */
  statics: ReadonlySet<string>;
  /** Members that no object has there under the same name. */
  members: ReadonlySet<string>;
  /** What a browser has to be robbed of to be as old: the object of the language or the platform, and the name on it or on its prototype. */
  paths: readonly { owner: string; name: string; isStatic: boolean }[];
}

/** MDN's data do not say it of what the language has. */
const isOwnOf = (owner: string, name: string): boolean => {
  const whole = (globalThis as Record<string, unknown>)[owner];
  return whole !== null && whole !== undefined && Object.hasOwn(whole, name);
};

/** @param versions by MDN's names of browsers */
export function lackingCalls(versions: Readonly<Record<string, string>> = oldestBrowsers): Lacking {
  const globals = new Set<string>();
  const statics = new Set<string>();
  const lacked = new Set<string>();
  const had = new Set<string>();
  const paths: Lacking['paths'][number][] = [];
  const read = (tree: Tree, isWhole: (name: string) => boolean): void => {
    for (const [name, { __compat: own, ...members }] of Object.entries(tree)) {
      if (own && isLackedBy(own, versions)) globals.add(name);
      for (const [key, { __compat: feature }] of Object.entries(members)) {
        if (feature === undefined || key.endsWith('_event') || key === name || !/^\w+$/.test(key)) continue;
        const isStatic = key.endsWith('_static') || isOwnOf(name, key);
        const isLacked = isLackedBy(feature, versions);
        if (isLacked && (isStatic || isWhole(name))) paths.push({ owner: name, name: key.replace(/_static$/, ''), isStatic });
        if (isStatic && isLacked) statics.add(`${name}.${key.replace(/_static$/, '')}`);
        if (!isStatic && isWhole(name)) (isLacked ? lacked : had).add(key);
      }
    }
  };
  read(data.javascript.builtins as unknown as Tree, () => true);
  read(data.api as unknown as Tree, (name) => INTERFACES.includes(name));
  return { globals, statics, members: new Set([...lacked].filter((name) => !had.has(name))), paths };
}

/** The statement on a feature by its path, such as `api.Window.structuredClone`. */
export const featureAt = (path: string): CompatStatement => {
  let node: unknown = data;
  for (const key of path.split('.')) node = (node as Record<string, unknown>)[key];
  const statement = (node as { __compat?: CompatStatement } | undefined)?.__compat;
  if (statement === undefined) throw new Error(`MDN's data have no ${path}`);
  return statement;
};
