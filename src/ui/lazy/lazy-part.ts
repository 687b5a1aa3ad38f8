import { createElement, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from '@/lib/files/load-chunk.ts';
import { notify } from '@/ui/basics/notify.ts';

export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads it before it is to be shown, so that it is there with the first paint. */
  preload: () => Promise<void>;
}

/**
 * A part of a screen that is loaded when it is first to be shown, so that no screen waits for what most visits never
 * open. The service worker keeps it with everything else for the time without a network. When it cannot be had, that is
 * told, what would have opened closes again, and the next try loads anew.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isShown: (props: Props) => boolean = () => true,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async (): Promise<void> => {
    loaded = await loadChunk(load);
  };
  function LazyPart(props: Props): ReactNode {
    const [Part, setPart] = useState(() => loaded);
    const isMissing = Part === undefined && isShown(props);
    const handleFailure = useEffectEvent(() => {
      notify('没有加载出来，请检查网络，或重新加载页面', 'error');
      if ('onClose' in props && typeof props.onClose === 'function') props.onClose();
    });
    useEffect(() => {
      if (!isMissing) return;
      let isCurrent = true;
      const tryToLoad = (): void => {
        preload().then(
          () => {
            if (isCurrent) setPart(() => loaded);
          },
          () => {
            if (isCurrent) handleFailure();
          },
        );
      };
      tryToLoad();
      // For what cannot be closed and opened again.
      addEventListener('online', tryToLoad);
      return () => {
        isCurrent = false;
        removeEventListener('online', tryToLoad);
      };
    }, [isMissing]);
    return Part === undefined ? null : createElement(Part, props);
  }
  return Object.assign(LazyPart, { preload });
}
