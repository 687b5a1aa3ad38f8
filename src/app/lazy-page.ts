import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

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

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export interface LazyPage<Props = object> {
  /** Shows `waiting` until the code is there; after a failure it stays failed until `reset`. */
  current: () => ComponentType<Props & { waiting: ReactNode }>;
  /** The next `current` loads anew. */
  reset: () => void;
}

/** Not React's `lazy`: what follows a fallback of `Suspense` waits for 300 ms, also when the code is there at once. */
export function lazyPage<Props extends object>(load: Load<Props>): LazyPage<Props> {
  const make = (): ComponentType<Props & { waiting: ReactNode }> => {
    let loading: Promise<void> | undefined;
    let loaded: ComponentType<Props> | undefined;
    return function PageWhenLoaded({ waiting, ...props }) {
      const [Part, setPart] = useState(() => loaded);
      const [failure, setFailure] = useState<Error>();
      useEffect(() => {
        if (Part !== undefined) return;
        let isCurrent = true;
        loading ??= loadChunk(load).then((module) => void (loaded = module.default));
        loading.then(
          () => isCurrent && setPart(() => loaded),
          (error: Error) => isCurrent && setFailure(error),
        );
        return () => {
          isCurrent = false;
        };
      }, [Part]);
      if (failure !== undefined) throw failure;
      return Part === undefined ? waiting : createElement(Part, props as unknown as Props);
    };
  };
  let component = make();
  return {
    current: () => component,
    reset: () => {
      component = make();
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
