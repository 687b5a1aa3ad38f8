import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Grounds } from '#contract/check-point.ts';
import type { CorrectionItem, SelfCorrectionDetail } from '#contract/self-correction.ts';
import type { CorrectionStore } from '@/offline/entries/corrections.ts';
import { useCorrectionVersion } from '@/offline/entries/useCorrections.ts';
import type { Place } from '@/offline/forms/places.ts';
import { createFlushRegistry } from '@/parts/filled/flush-registry.ts';
import { useFlushOnLeave } from '@/parts/filled/useFlushOnLeave.ts';
import { OfflineMark } from '@/parts/filled/OfflineMark.tsx';
import { cardOf, reachedPoint, scrollerOf, usePlaceKeeper, useStoredPlace } from '@/parts/filled/usePlace.ts';
import { PhotoViewer, PointBasis } from '@/parts/lazy/lazy-parts.ts';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { WorkHeader } from '@/parts/work/WorkHeader.tsx';
import { useRefreshCorrection } from '@/queries/work/self-correction-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { BottomBar } from '@/ui/page/BottomBar.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { changeCorrections } from './change-correction.ts';
import { CorrectContext, type Correct } from './correct-context.ts';
import { CorrectionFacts } from './CorrectionFacts.tsx';
import { CorrectionItemCard } from './CorrectionItemCard.tsx';
import { findReadiness, isWaiting, nextOpenItem, stateIn, type StateOf } from './correction-progress.ts';
import styles from './FillInCorrection.module.css';

/** Brings the code of the laws, which filling in can do without. */
const SubmitCorrectionSheet = lazyPart(
  async () => (await import('./SubmitCorrectionSheet.tsx')).SubmitCorrectionSheet,
  ({ isOpen }) => isOpen,
);

interface FillInCorrectionProps {
  title: string;
  detail: SelfCorrectionDetail;
  store: CorrectionStore;
}

export function FillInCorrection(props: FillInCorrectionProps) {
  const place = useStoredPlace(props.detail.id);
  if (place !== undefined) return <OpenCorrection {...props} place={place} />;
  return (
    <Page title={props.title}>
      <ListSkeleton rows={4} />
    </Page>
  );
}

function OpenCorrection({ title, detail, store, place }: FillInCorrectionProps & { place: Place | null }) {
  const { items } = detail;
  const list = useRef<HTMLDivElement>(null);
  const landedAt = useRef<string>(undefined);
  const [basis, setBasis] = useState<Grounds>();
  const [photos, setPhotos] = useState<ShownPhotos>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const unsaved = useState(createFlushRegistry)[0];
  useFlushOnLeave(unsaved);
  const placeKeeper = usePlaceKeeper(detail.id, list);
  const ownName = useSession().user?.employeeName ?? '';
  const version = useCorrectionVersion(store);
  const stateOf = useMemo<StateOf>(() => (item) => stateIn(store, item), [store]);
  const progress = useMemo(
    () => findReadiness(items, stateOf),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- The store is one object for ever; its version says when it changed.
    [items, stateOf, version],
  );
  const corrected = progress.corrected.length;
  const isAllDone = corrected === items.length;

  const refresh = useRefreshCorrection(detail.id);
  const refused = progress.failed.length + progress.conflicts.length;
  useEffect(() => {
    // The server knows something of it that this phone does not: confirmed, cancelled, returned.
    if (refused > 0) refresh();
  }, [refused, refresh]);

  const isDelivered = !items.some((item) => isWaiting(stateOf(item)));
  const isOutdated = isDelivered && isAllDone !== (detail.status === 'corrected');
  useEffect(() => {
    // The server has all of it by now, and says what has become of the whole: done, or open again.
    if (isOutdated) refresh();
  }, [isOutdated, refresh]);

  useLayoutEffect(() => {
    const card = place && list.current && cardOf(list.current, place.pointId);
    if (!card) return;
    const scroller = scrollerOf(card);
    scroller.scrollTop += card.getBoundingClientRect().top - scroller.getBoundingClientRect().top - place.offset;
  }, [place]);

  const correct = useMemo<Correct>(
    () => ({
      store,
      unsaved,
      ownName,
      showBasis: setBasis,
      showPhotos: setPhotos,
      prepareForCamera: async () => {
        await Promise.all([unsaved.flushAll(), placeKeeper.keep(list.current)]);
      },
    }),
    [store, unsaved, ownName, placeKeeper],
  );

  const jumpTo = (item: CorrectionItem): void => {
    setIsSubmitting(false);
    landedAt.current = item.itemId;
    // After the sheet gave the focus back.
    requestAnimationFrame(() => {
      const card = list.current && cardOf(list.current, item.itemId);
      card?.scrollIntoView({ block: 'start' });
      card?.focus({ preventScroll: true });
    });
  };
  const handleNext = (): void => {
    const here = list.current ? reachedPoint(list.current, landedAt.current) : undefined;
    const next = nextOpenItem(items, here, stateOf);
    if (next) jumpTo(next);
    else notify('全部已整改', 'success');
  };
  const handleOpenSubmit = async (): Promise<void> => {
    await unsaved.flushAll();
    setIsSubmitting(true);
  };
  const handleSubmit = async (): Promise<void> => {
    // Another window may have changed it since the sheet was drawn.
    const { ready } = findReadiness(items, stateOf);
    if (ready.length === 0) return;
    const isSaved = await changeCorrections(store, ready, { isCorrected: true });
    setIsSubmitting(false);
    if (isSaved) notify(`已提交 ${ready.length} 项`, 'success');
  };

  return (
    <CorrectContext value={correct}>
      <Page
        title={title}
        saysOffline
        header={
          <WorkHeader value={corrected} max={items.length} label="整改进度">
            <p className={styles['words']}>
              已整改 {corrected}/{items.length}
              {refused > 0 && <span className={styles['refused']}> · {refused} 项需处理</span>}
            </p>
            <OfflineMark />
          </WorkHeader>
        }
        footer={
          // The server has it all: only what is taken back in a card brings something to do here again.
          !(isDelivered && isAllDone && detail.status === 'corrected') && (
            <BottomBar>
              <ActionButton tone={isAllDone || progress.ready.length > 0 ? 'default' : 'primary'} isDisabled={isAllDone} onClick={handleNext}>
                下一项待整改
              </ActionButton>
              <ActionButton tone={progress.ready.length > 0 ? 'primary' : 'default'} isDisabled={isAllDone} onClick={handleOpenSubmit}>
                提交整改
              </ActionButton>
            </BottomBar>
          )
        }
      >
        <CorrectionFacts detail={detail} store={store} problem={store.problem()} />
        <div ref={list} className={styles['list']}>
          {items.map((item) => (
            <CorrectionItemCard key={item.itemId} item={item} />
          ))}
        </div>
      </Page>
      <SubmitCorrectionSheet
        isOpen={isSubmitting}
        readiness={progress}
        onJump={jumpTo}
        onSubmit={handleSubmit}
        onClose={() => setIsSubmitting(false)}
      />
      <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />
      <PhotoViewer shown={photos} onClose={() => setPhotos(undefined)} />
    </CorrectContext>
  );
}
