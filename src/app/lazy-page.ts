import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { probe } from '@/api/probe.ts';
import { loadChunk, refreshFiles } from '@/lib/files/load-chunk.ts';
import { wouldLoseWithPage } from './loss-with-page.ts';

const RELOADED_KEY = 'zyzc:reloaded-for-chunk';
/** A chunk that is missing again this soon after a reload is not stale, but gone. */
const RELOAD_PAUSE_MS = 60_000;

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export interface LazyPage<Props = object> {
  /** Shows `waiting` until the code is there; after a failure it stays failed until `reset`. */
  current: () => ComponentType<Props & { waiting: ReactNode }>;
  /** The next `current` loads anew. */
  reset: () => void;
  /** Begins to load what will be shown in a moment; a failure is told where it is shown. */
  preload: () => void;
}

/** Not React's `lazy`: what follows a fallback of `Suspense` waits for 300 ms, also when the code is there at once. */
export function lazyPage<Props extends object>(load: Load<Props>): LazyPage<Props> {
  const make = () => {
    let loading: Promise<void> | undefined;
    let loaded: ComponentType<Props> | undefined;
    const start = (): Promise<void> => (loading ??= loadChunk(() => load().catch(reloadOrFail)).then((module) => void (loaded = module.default)));
    function PageWhenLoaded({ waiting, ...props }: Props & { waiting: ReactNode }) {
      const [Part, setPart] = useState(() => loaded);
      const [failure, setFailure] = useState<Error>();
      useEffect(() => {
        if (Part !== undefined) return;
        let isCurrent = true;
        start().then(
          () => isCurrent && setPart(() => loaded),
          (error: Error) => isCurrent && setFailure(error),
        );
        return () => {
          isCurrent = false;
        };
      }, [Part]);
      if (failure !== undefined) throw failure;
      return Part === undefined ? waiting : createElement(Part, props as unknown as Props);
    }
    return { PageWhenLoaded, start };
  };
  let made = make();
  return {
    current: () => made.PageWhenLoaded,
    reset: () => {
      made = make();
    },
    preload: () => void made.start().catch(() => undefined),
  };
}

/**
 * After a release, an old page asks for files that are gone: the new page has them. Only once, and only where our server
 * is there: without it, a reload would leave the browser's own error in the place of the app. Where something would be lost,
 * the person decides.
 */
async function reloadOrFail(error: unknown): Promise<never> {
  if (!mayReload() || !(await probe()) || wouldLoseWithPage()) throw error;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  await refreshFiles();
  location.reload();
  return await new Promise(() => undefined);
}

function mayReload(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) >= RELOAD_PAUSE_MS;
  } catch {
    // Without storage nobody could tell the second reload from the first.
    return false;
  }
}
