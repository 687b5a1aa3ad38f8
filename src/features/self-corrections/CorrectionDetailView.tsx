import { type ReactNode, useEffect } from 'react';
import type { SelfCorrectionDetail } from '#contract/self-correction.ts';
import type { CorrectionStore } from '@/offline/entries/corrections.ts';
import { useCorrectionStore } from '@/offline/entries/useCorrections.ts';
import { useIsGone } from '@/parts/filled/useIsGone.ts';
import { DetailFailed } from '@/parts/lazy/lazy-parts.ts';
import { useCorrectionDetail } from '@/queries/work/self-correction-queries.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { useTabNote } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';

interface CorrectionDetailViewProps {
  id: string;
  title: string;
  /**
   * The whole page, once there is a detail, however old, and what this phone holds; `isGone` where the server knows of no such
   * self-correction of this person any more.
   */
  render: (detail: SelfCorrectionDetail, store: CorrectionStore, isGone: boolean) => ReactNode;
}

/** A self-correction from this phone or the server, or why it cannot be shown. */
export function CorrectionDetailView({ id, title, render }: CorrectionDetailViewProps) {
  const detail = useCorrectionDetail(id);
  useTabNote(detail.data?.taskName);
  const isGone = useIsGone(detail.error);
  if (detail.data) return <WithStore title={title} detail={detail.data} isGone={isGone} render={render} />;
  // A query that waits for a network says nothing by itself.
  const isWaiting = detail.isPending && detail.fetchStatus !== 'paused';
  return (
    <Page title={title}>
      {isWaiting ? (
        <ListSkeleton rows={4} />
      ) : (
        <DetailFailed kind="correction" id={id} error={detail.error} onRetry={() => detail.refetch()} />
      )}
    </Page>
  );
}

/** Waits for what this phone holds, so that nothing is shown that it knows better. */
function WithStore({ title, detail, isGone, render }: Pick<CorrectionDetailViewProps, 'title' | 'render'> & { detail: SelfCorrectionDetail; isGone: boolean }) {
  const store = useCorrectionStore(detail.id, detail.deptTaskId, detail.taskName);
  const isOpen = detail.status === 'open';
  useEffect(() => {
    if (isOpen) store?.setServerItems(detail.items);
  }, [store, detail.items, isOpen]);
  if (store) return render(detail, store, isGone);
  return (
    <Page title={title}>
      <ListSkeleton rows={4} />
    </Page>
  );
}
