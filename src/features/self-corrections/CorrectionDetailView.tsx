import { type ReactNode, useEffect } from 'react';
import type { SelfCorrectionDetail } from '#contract/self-correction.ts';
import { DetailFailed } from '@/filling-in/lazy-parts.ts';
import { useIsGone } from '@/filling-in/useIsGone.ts';
import { useCorrectionStore } from '@/offline/entries/useCorrections.ts';
import type { CorrectionStore } from '@/offline/entries/corrections.ts';
import { useCorrectionDetail } from '@/queries/self-correction-queries.ts';
import { ListSkeleton } from '@/ui/ListSkeleton.tsx';
import { Page } from '@/ui/Page.tsx';
import { useTabNote } from '@/ui/page-chrome.ts';

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
