/** Specification section 9. */
export const CHUNK_LIMIT_MS = 120_000;

/** A part of the app that could not be loaded within its time, or at all. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('页面加载失败', { cause });
    this.name = 'ChunkLoadError';
  }
}

/**
 * Asks anew for the files that the page has loaded: something on the way, such as a captive portal, may have answered in
 * place of one, and the browser would find that answer again when the page is loaded again. Never rejects.
 */
export async function refreshFiles(): Promise<void> {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  await Promise.allSettled(files.filter((file) => /\/assets\/[^/]+$/.test(file)).map((file) => fetch(file, { cache: 'reload' })));
}

/** @throws ChunkLoadError after 120 s, or when the chunk cannot be had */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), CHUNK_LIMIT_MS);
  });
  try {
    return await Promise.race([load(), limit]);
  } catch (error) {
    void refreshFiles();
    throw new ChunkLoadError(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The same module after a failure. Browsers of before 2026 keep the failure of an address as long as the page lives
 * (whatwg/html#10327), so the file is asked for by another one; they name it in their error.
 */
export async function loadAgain<Module>(load: () => Promise<Module>, attempt: number): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\S+\.js/.exec(String(error))?.[0];
    if (address === undefined) throw error;
    return (await import(/* @vite-ignore */ `${address}?again=${attempt}`)) as Module;
  }
}
