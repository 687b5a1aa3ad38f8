import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clientDirectory } from '../../scripts/client-inputs.mjs';

/** A file of the built client. */
export const clientText = (path: string): Promise<string> => readFile(join(clientDirectory, path), 'utf8');

/** The paths of all files of the built client. */
export async function clientFiles(): Promise<string[]> {
  const entries = await readdir(clientDirectory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(clientDirectory.length + 1));
}

/** What is loaded beside the page itself when a screen is the first one of a visit by somebody who is signed in. */
export const signedInChunks = (screen: string): string[] => ['start-later', 'SignedInApp', screen];

/**
 * How much JavaScript a screen waits for when it is the first one of a visit: what the page and the chunks import, as it is sent.
 * @param chunks names of modules that are loaded beside those of the page
 * @returns bytes, compressed by gzip
 */
export async function bytesToWaitFor(chunks: readonly string[]): Promise<number> {
  const files = await clientFiles();
  const ofPage = [...(await clientText('index.html')).matchAll(/\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const open = [...ofPage, ...chunks.map((chunk) => fileOf(files, chunk))];
  const needed = new Set<string>();
  for (let script = open.pop(); script !== undefined; script = open.pop()) {
    if (needed.has(script)) continue;
    needed.add(script);
    const imports = [...(await clientText(script)).matchAll(/(?:\bfrom|\bimport)"\.\/([^"]+\.js)"/g)];
    open.push(...imports.map((match) => `assets/${match[1]}`));
  }
  if (needed.size < 3) throw new Error('the built files import nothing, as far as this can see');
  let bytes = 0;
  for (const script of needed) {
    const compressed = join(clientDirectory, `${script}.gz`);
    bytes += (await stat(existsSync(compressed) ? compressed : join(clientDirectory, script))).size;
  }
  return bytes;
}

function fileOf(files: readonly string[], chunk: string): string {
  const found = files.filter((file) => new RegExp(`^assets/${chunk}-[\\w-]{8}\\.js$`).test(file));
  if (found.length !== 1) throw new Error(`${found.length} files of the client are called ${chunk}`);
  return found[0] ?? '';
}
