import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import packageJson from './package.json' with { type: 'json' };
import { hashClientInputs } from './scripts/client-inputs.mjs';
import { axiosByXhr } from './vite/axios-by-xhr.ts';
import { buildRecord } from './vite/build-record.ts';
import { chunkGroups } from './vite/chunks.ts';
import { withIntegrity } from './vite/file-integrity.ts';
import { LongestFirst } from './vite/longest-first.ts';
import { buildTarget } from './vite/oldest-browsers.ts';
import { pdfjsAssets, pdfjsVersion } from './vite/pdfjs-assets.ts';
import { precompress } from './vite/precompress.ts';
import { FILES_AT_A_TIME, testProjects } from './vite/test-projects.ts';

const isTest = process.env['VITEST'] === 'true';
const inputs = hashClientInputs();
const version = `${packageJson.version}+${inputs.slice(0, 7)}`;

/** Parts of the build that tests of single modules have no use for. */
const buildPlugins: PluginOption[] = [
  axiosByXhr(),
  pdfjsAssets(),
  buildRecord({ version, inputs }),
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'service-worker.ts',
    manifest: false, // a real file in public/, linked from index.html
    injectRegister: null, // src/pwa registers the worker
    registerType: 'prompt',
    injectManifest: {
      target: buildTarget,
      // mjs: the worker of pdf.js
      globPatterns: ['index.html', 'old-browser.js', 'manifest.webmanifest', 'icons/*', 'assets/**/*.{js,mjs,css,woff2,svg,png}', 'pdfjs/*/integrity.json'],
      manifestTransforms: [withIntegrity(new URL('dist/', import.meta.url))],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    },
  }),
  precompress(),
];

export default defineConfig(async () => ({
  base: './',
  plugins: [react({ compiler: true }), isTest ? [] : buildPlugins],
  define: {
    __APP_VERSION__: JSON.stringify(version),
    __PDFJS__: JSON.stringify(pdfjsVersion),
  },
  resolve: {
    alias: [
      { find: /^@\//, replacement: fileURLToPath(new URL('src/', import.meta.url)) },
      // The modern build of pdf.js calls functions that phones of two years ago lack.
      { find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.min.mjs' },
    ],
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8080', '/healthz': 'http://127.0.0.1:8080' },
  },
  // The decoders of pdf.js ask for the address of their module.
  worker: { format: 'es' as const },
  build: {
    outDir: 'dist',
    // The worker fetches every file: one with all styles instead of a hundred small ones.
    cssCodeSplit: false,
    target: buildTarget,
    // Only iOS of before 17 and Firefox need it, and fetch the same files a moment later without.
    modulePreload: { polyfill: false },
    // Charts and pdf.js are one chunk each, and loaded only where something is drawn.
    chunkSizeWarningLimit: 750,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  test: {
    maxWorkers: FILES_AT_A_TIME,
    sequence: { sequencer: LongestFirst },
    projects: isTest ? await testProjects() : [],
  },
}));
