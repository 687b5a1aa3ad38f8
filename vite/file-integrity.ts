import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** What a browser compares an answer with (Subresource Integrity, SHA-256). */
export const integrityOf = (content: Uint8Array | string): string => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** For `manifestTransforms`: the worker takes no other answer for a precached file than what the build made. */
export function withIntegrity(directory: URL) {
  return async <Entry extends { url: string }>(entries: Entry[]): Promise<{ manifest: (Entry & { integrity: string })[] }> => ({
    manifest: await Promise.all(entries.map(async (entry) => ({ ...entry, integrity: integrityOf(await readFile(new URL(entry.url, directory))) }))),
  });
}
