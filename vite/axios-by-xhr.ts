import type { Plugin } from 'vite';

const adapters = /axios[\\/]lib[\\/]adapters[\\/]adapters\.js$/;
const NOTHING = '\0axios-by-xhr';

/** In a browser axios takes XMLHttpRequest before it looks at anything else: its way by `fetch`, with its streams, would be weight alone. */
export function axiosByXhr(): Plugin {
  return {
    name: 'axios-by-xhr',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (source === './fetch.js' && importer !== undefined && adapters.test(importer) ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export const getFetch = undefined;' : null),
  };
}
