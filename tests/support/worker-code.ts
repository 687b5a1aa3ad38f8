import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const entries = {
  /** The worker as the build makes it. */
  present: '../../sw/service-worker.ts',
  /** One of before files were compared with what was built. */
  unchecking: '../sw/unchecking-worker.ts',
};

/** The code of a service worker but for its list of precached files, which stands in it as `self.__WB_MANIFEST`. */
export async function workerCode(which: keyof typeof entries): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'zyzc-worker-'));
  const entry = fileURLToPath(new URL(entries[which], import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, minify: false, lib: { entry, formats: ['iife'], name: 'worker', fileName: () => 'worker.js' } },
  });
  const code = await readFile(join(outDir, 'worker.js'), 'utf8');
  await rm(outDir, { recursive: true });
  return code;
}
