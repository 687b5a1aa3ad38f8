import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type * as modules from './phone-modules.ts';

export type PhoneModules = typeof modules;
/** Evaluates the page's modules with these globals, apart from every other time that it was done. */
export type PhoneBundle = (globals: Record<PageGlobal, unknown>) => PhoneModules;

/** What the modules find around them; everything else is Node's. */
const pageGlobals = [
  'window',
  'document',
  'location',
  'navigator',
  'localStorage',
  'indexedDB',
  'IDBKeyRange',
  'XMLHttpRequest',
  'BroadcastChannel',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
] as const;
export type PageGlobal = (typeof pageGlobals)[number];

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The real modules in one script, so that several hundred phones cost one compilation. */
export async function buildPhone(): Promise<PhoneBundle> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: [{ find: /^@\//, replacement: file('../../src/') }] },
    build: { write: false, minify: false, lib: { entry: file('./phone-modules.ts'), formats: ['iife'], name: 'phone', fileName: () => 'phone.js' } },
  });
  const chunk = [output].flat().flatMap((one) => ('output' in one ? one.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error('the page’s modules were not bundled');
  // oxlint-disable-next-line typescript/no-implied-eval -- the page's own code, as a script element would run it
  const evaluate = new Function(...pageGlobals, `${chunk.code}\nreturn phone;`) as (...values: unknown[]) => PhoneModules;
  return (globals) => evaluate(...pageGlobals.map((name) => globals[name]));
}
