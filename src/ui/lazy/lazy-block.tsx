import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { loadAgain, loadChunk } from '@/lib/files/load-chunk.ts';
import { createSignal } from '@/lib/signal.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';

export interface LazyBlock<Props> {
  (props: Props): ReactNode;
  /** Loads it before it is to be shown; should that fail, showing it tells. */
  preload: () => Promise<void>;
}

interface Progress<Props> {
  Loaded?: ComponentType<Props>;
  hasFailed: boolean;
}

/**
 * A part with a place of its own in a page, such as a chart, whose library is loaded where one is first shown. When it
 * cannot be had, its place alone says so and offers another try; the page around it keeps what was typed there.
 */
export function lazyBlock<Props extends object>(name: string, load: () => Promise<{ default: ComponentType<Props> }>, waiting: ReactNode): LazyBlock<Props> {
  let progress: Progress<Props> = { hasFailed: false };
  let tries = 0;
  let loading: Promise<void> | undefined;
  const changed = createSignal();
  const change = (next: Progress<Props>): void => {
    progress = next;
    loading = undefined;
    changed.tell();
  };
  const start = async (): Promise<void> => {
    tries += 1;
    try {
      const { default: Loaded } = await loadChunk(() => (tries === 1 ? load() : loadAgain(load, tries)));
      change({ Loaded, hasFailed: false });
    } catch {
      change({ hasFailed: true });
    }
  };
  const preload = async (): Promise<void> => {
    if (progress.Loaded === undefined) await (loading ??= start());
  };
  function Block(props: Props): ReactNode {
    const { Loaded, hasFailed } = useSyncExternalStore(changed.subscribe, () => progress);
    const isMissing = Loaded === undefined;
    useEffect(() => {
      if (!isMissing) return undefined;
      const tryToLoad = (): void => void preload();
      tryToLoad();
      addEventListener('online', tryToLoad);
      return () => removeEventListener('online', tryToLoad);
    }, [isMissing]);
    if (Loaded !== undefined) return <Loaded {...props} />;
    if (!hasFailed) return waiting;
    return (
      <Notice tone="warning" title={`${name}没有加载出来`} action={<ActionButton onClick={preload}>重试</ActionButton>}>
        请检查网络后重试，或重新加载页面。
      </Notice>
    );
  }
  return Object.assign(Block, { preload });
}
