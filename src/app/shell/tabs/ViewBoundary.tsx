import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ChunkLoadError } from '@/lib/files/load-chunk.ts';
import { paths } from '@/lib/paths.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import letters from '@/ui/basics/letters.module.css';
import { wouldLoseWithPage } from '../../loss-with-page.ts';
import styles from './ViewBoundary.module.css';

export interface ViewBoundaryProps {
  title: string;
  /** Makes the next try start anew. */
  onRetry: () => void;
  /** Loads the whole page anew: nothing else helps where a part of it does not come. */
  onReload?: () => void;
  children: ReactNode;
}

/** Keeps a view that fails from taking the others with it, and offers a way on and a way back. */
export class ViewBoundary extends Component<ViewBoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { title, onRetry, onReload = () => location.reload() } = this.props;
    return <ViewFailed title={title} error={error} onRetry={onRetry} onReload={onReload} />;
  }
}

function ViewFailed({ title, error, onRetry, onReload }: { title: string; error: unknown; onRetry: () => void; onReload: () => void }) {
  const isChunk = error instanceof ChunkLoadError;
  return (
    <main className={styles['failed']}>
      <h1>{title}</h1>
      <p>{isChunk ? '页面没有加载出来。请检查网络，然后重新加载。' : '这个页面出错了。'}</p>
      {!wouldLoseWithPage() && <p className={letters['quiet']}>已填写的内容都保存在本机，没有丢失。</p>}
      <div className={styles['buttons']}>
        <ActionButton
          onClick={() => {
            location.hash = paths.home.to();
          }}
        >
          返回首页
        </ActionButton>
        <ActionButton tone="primary" onClick={isChunk ? onReload : onRetry}>
          {isChunk ? '重新加载' : '重试'}
        </ActionButton>
      </div>
      <p className={styles['code']}>{error instanceof Error ? error.name : '未知错误'}</p>
    </main>
  );
}
