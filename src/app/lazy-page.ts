import { lazy, type ComponentType } from 'react';

/** Specification section 9. */
export const CHUNK_LIMIT_MS = 120_000;
const RELOADED_KEY = 'zyzc:reloaded-for-chunk';
/** A chunk that is missing again this soon after a reload is not stale, but gone. */
const RELOAD_PAUSE_MS = 60_000;

/** A part of the app that could not be loaded within its time, or at all. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('页面加载失败', { cause });
    this.name = 'ChunkLoadError';
  }
}

type Load = () => Promise<{ default: ComponentType }>;

export interface LazyPage {
  /** The component as of now; after a failure it stays failed until `reset`. */
  current: () => ComponentType;
  /** The next `current` loads anew. */
  reset: () => void;
  /** Loads ahead of need; a failure shows when the page is opened. */
  preload: () => void;
}

export function lazyPage(load: Load): LazyPage {
  const make = (): ComponentType => lazy(() => loadChunk(load));
  let component = make();
  return {
    current: () => component,
    reset: () => {
      component = make();
    },
    preload: () => {
      load().catch(() => undefined);
    },
  };
}

/** @throws ChunkLoadError after 120 s, or when the chunk is not there and a reload did not help. */
export async function loadChunk<Module>(load: () => Promise<Module>, limitMs: number = CHUNK_LIMIT_MS): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), limitMs);
  });
  try {
    return await Promise.race([load(), limit]);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    if (reloadOnce()) return await limit;
    throw new ChunkLoadError(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * After a release, an old page asks for files that are gone: the new page has them. Only once, and not without a
 * network, where a reload changes nothing.
 */
function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) < RELOAD_PAUSE_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    // Without storage nobody could tell the second reload from the first.
    return false;
  }
  location.reload();
  return true;
}
