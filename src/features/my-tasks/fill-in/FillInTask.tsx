import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Grounds } from '#contract/check-point.ts';
import { DEFAULT_SCORE_LIMITS, needsReason } from '#contract/score.ts';
import { isOpen } from '#contract/task-status.ts';
import type { DeptTaskDetail, DeptTaskPoint } from '#contract/task.ts';
import { usePrefetchBasisTexts } from '@/ahead/basis-prefetch.ts';
import { type AnswerStore, waitsForChange } from '@/offline/entries/answers.ts';
import { enqueueSubmit, type SubmitEntryRow } from '@/offline/entries/outbox.ts';
import { useAnswerStore } from '@/offline/entries/useAnswers.ts';
import type { Place } from '@/offline/forms/places.ts';
import { useWaitingSubmit } from '@/offline/sending/useOutbox.ts';
import { createFlushRegistry } from '@/parts/filled/flush-registry.ts';
import { useFlushOnLeave } from '@/parts/filled/useFlushOnLeave.ts';
import { reachedPoint, usePlaceKeeper, useStoredPlace, visiblePlace } from '@/parts/filled/usePlace.ts';
import { PhotoViewer, PointBasis } from '@/parts/lazy/lazy-parts.ts';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { getSettings } from '@/settings/settings-store.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { useIsPhone } from '@/ui/browser/useIsNarrow.ts';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { Page } from '@/ui/page/Page.tsx';
import { LazySheet } from '@/ui/sheets/lazy-sheet.ts';
import { groupByCategory, nextPoint, nextUnanswered, noFilter, type PointCategory } from '../point-filter.ts';
import { TaskFacts } from '../TaskFacts.tsx';
import { stateIn } from '../usePointAnswer.ts';
import { AnswerNotes, showsNotes } from './card/answer-notes.ts';
import { CategoryNav } from './CategoryNav.tsx';
import { FillInBar } from './FillInBar.tsx';
import { FillInContext, type FillIn } from './card/fill-in-context.ts';
import { FillInHeader } from './FillInHeader.tsx';
import { PointList, type PointListHandle } from './PointList.tsx';
import { UndoBar } from './UndoBar.tsx';
import { useClearing } from './useClearing.ts';
import { type RestResult, useMarkRest } from './useMarkRest.ts';
import { usePointFilter } from './usePointFilter.ts';
import styles from './FillInTask.module.css';

/** Brings the code of the laws, which filling in can do without. */
const FilterSheet = lazyPart(
  async () => (await import('./FilterSheet.tsx')).FilterSheet,
  ({ isOpen }) => isOpen,
);
const SubmitSheet = lazyPart(
  async () => (await import('./SubmitSheet.tsx')).SubmitSheet,
  ({ isOpen }) => isOpen,
);

/** Most tasks that are filled in have none. */
const TaskNotice = lazyPart(
  async () => (await import('../TaskNotice.tsx')).TaskNotice,
  ({ detail, submit, store, isGone }) => isGone || store.problem() !== null || submit !== undefined || detail.returnReason !== null || (detail.withdrawnAt ?? null) !== null || !isOpen(detail.status),
);

interface FillInTaskProps {
  title: string;
  detail: DeptTaskDetail;
  /** The server knows of no such task of this person any more. */
  isGone: boolean;
}

/** Waits for what this phone holds, so that nothing is shown that it knows better. */
export function FillInTask(props: FillInTaskProps) {
  const { title, detail } = props;
  const store = useAnswerStore(detail.id, detail.taskName);
  const place = useStoredPlace(detail.id);
  const submit = useWaitingSubmit(detail.id);
  const areNotesLoaded = useNotesLoaded();
  // A card with notes is not drawn without them first: they would push the others away.
  const isReady = areNotesLoaded || (store && !detail.points.some((point) => showsNotes(point, stateIn(store, point).answer)));
  if (store && place !== undefined && isReady) return <OpenTask {...props} store={store} place={place} submit={submit} />;
  return (
    <Page title={title}>
      <ListSkeleton rows={4} />
    </Page>
  );
}

/** True once what a 不合格 opens can be drawn, or cannot be had. */
function useNotesLoaded(): boolean {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => void AnswerNotes.preload().catch(() => undefined).finally(() => setIsLoaded(true)), []);
  return isLoaded;
}

type OpenSheet = 'filter' | 'categories' | 'submit';

interface OpenTaskProps extends FillInTaskProps {
  store: AnswerStore;
  place: Place | null;
  /** The submission that waits on this phone, or failed. */
  submit: SubmitEntryRow | undefined;
}

function OpenTask({ title, detail, isGone, store, place, submit }: OpenTaskProps) {
  const { points } = detail;
  const isReadOnly = isGone || !isOpen(detail.status) || (submit !== undefined && submit.state !== 'failed');
  const isPhone = useIsPhone();
  const list = useRef<PointListHandle>(null);
  const element = useRef<HTMLDivElement>(null);
  const landedAt = useRef<string>(undefined);
  const [sheet, setSheet] = useState<OpenSheet>();
  const [basis, setBasis] = useState<Grounds>();
  const [photos, setPhotos] = useState<ShownPhotos>();
  const placeKeeper = usePlaceKeeper(detail.id, element);
  const unsaved = useState(createFlushRegistry)[0];
  useFlushOnLeave(unsaved);

  const stateOf = useCallback((point: DeptTaskPoint) => stateIn(store, point), [store]);
  const { filter, list: shown, apply } = usePointFilter(points, stateOf, isReadOnly ? null : place);
  const { visible } = shown;
  const categories = useMemo(() => groupByCategory(visible), [visible]);
  const rest = useMarkRest(store, stateOf);
  const clearing = useClearing(store, unsaved);

  // A newer detail of the same task has the same bases.
  const [bases] = useState(() => points.flatMap((point) => [point.basis, ...(point.furtherBases ?? [])]));
  usePrefetchBasisTexts(bases);

  const { clear, end: endClearing } = clearing;
  const { mark, end: endRest } = rest;
  const goOn = useRef<(from: DeptTaskPoint) => void>(() => undefined);
  useEffect(() => {
    goOn.current = ({ pointId }) => {
      const next = nextUnanswered(visible, pointId, stateOf);
      if (next) list.current?.show(next.pointId);
    };
  }, [visible, stateOf]);
  const fillIn = useMemo<FillIn>(
    () => ({
      store,
      unsaved,
      showBasis: setBasis,
      showPhotos: setPhotos,
      prepareForCamera: async () => {
        await Promise.all([unsaved.flushAll(), placeKeeper.keep(element.current)]);
      },
      onClear: (point) => {
        endRest();
        return clear(point);
      },
      onAnswered: (point, result) => {
        if (getSettings().autoNext && !needsReason(point, result)) goOn.current(point);
      },
    }),
    [store, unsaved, placeKeeper, clear, endRest],
  );

  const jumpTo = (point: DeptTaskPoint): void => {
    setSheet(undefined);
    landedAt.current = point.pointId;
    // A list that is about to be replaced would take the card with it.
    if (shown.filter !== filter || !visible.some(({ pointId }) => pointId === point.pointId)) apply(noFilter, { isAtOnce: true });
    // After the sheet gave the focus back and the filter is gone.
    requestAnimationFrame(() => list.current?.show(point.pointId));
  };
  const isReturned = (point: DeptTaskPoint): boolean => waitsForChange(point, stateOf(point).answer, detail.returnedAt ?? null);
  const hasReturned = (): boolean => points.some((point) => point.returnRemark !== null && isReturned(point));
  const handleNext = (): void => {
    const here = element.current ? reachedPoint(element.current, landedAt.current) : undefined;
    const returned = hasReturned() ? nextPoint(points, here, isReturned) : undefined;
    const next = returned ?? nextUnanswered(visible, here, stateOf) ?? nextUnanswered(points, here, stateOf);
    if (next) jumpTo(next);
    else notify('已全部查完，可以提交', 'success');
  };
  const handleShowHeld = (): void => {
    const held = nextPoint(points, undefined, (point) => {
      const { answer, saveState } = stateOf(point);
      return saveState === 'conflict' || saveState === 'failed' || answer?.isComplete === false;
    });
    if (held) jumpTo(held);
  };
  const handleJump = (category: PointCategory): void => {
    setSheet(undefined);
    requestAnimationFrame(() => list.current?.showCategory(category.id));
  };
  const handleOpenSubmit = async (): Promise<void> => {
    await unsaved.flushAll();
    setSheet('submit');
  };
  const handleMarkRest = useCallback(
    (category: PointCategory, result: RestResult): void => {
      endClearing();
      mark(category, result);
      // Its button goes.
      list.current?.focusCategory(category.id);
    },
    [mark, endClearing],
  );
  const handleUndo = async (): Promise<void> => {
    const categoryId = rest.done?.marked.at(-1)?.point.categoryId;
    await unsaved.flushAll();
    await rest.undo();
    if (categoryId !== undefined) list.current?.focusCategory(categoryId);
  };
  const handleSubmit = async (isUnchangedConfirmed: boolean): Promise<void> => {
    const { returnedAt, withdrawnAt = null } = detail;
    const { isSaved, error } = await enqueueSubmit(detail.id, detail.taskName, { returnedAt, withdrawnAt, isUnchangedConfirmed });
    setSheet(undefined);
    rest.end();
    clearing.end();
    if (!isSaved) notify(error ?? '未能保存到本机', 'error');
    element.current?.closest('[data-scroll]')?.scrollTo({ top: 0 });
  };

  return (
    <FillInContext value={fillIn}>
      <Page
        title={title}
        saysOffline
        header={
          <FillInHeader
            store={store}
            points={points}
            limits={detail.scoreLimits ?? DEFAULT_SCORE_LIMITS}
            isClosed={!isOpen(detail.status)}
            filter={filter}
            // The card that is in sight stays there when the others come back.
            onFilter={(next) => apply(next, { place: element.current && visiblePlace(element.current) })}
            categories={isPhone ? { list: element, categories, onOpen: () => setSheet('categories') } : undefined}
          />
        }
        footer={
          <>
            {rest.done && <UndoBar key={rest.done.id} words={rest.done.words} onUndo={handleUndo} onEnd={rest.end} />}
            {clearing.done && <UndoBar key={clearing.done.id} words={clearing.done.words} onUndo={clearing.undo} onEnd={clearing.end} />}
            <FillInBar
              store={store}
              isReadOnly={isReadOnly}
              hasReturned={hasReturned}
              onFilter={() => setSheet('filter')}
              onNext={handleNext}
              onSubmit={() => void handleOpenSubmit()}
            />
          </>
        }
      >
        <div className={isPhone ? '' : styles['columns']}>
          {!isPhone && (
            <nav className={styles['rail']} aria-label="类别">
              <CategoryNav store={store} categories={categories} onJump={handleJump} />
            </nav>
          )}
          <div className={styles['main']}>
            <TaskFacts detail={detail} submit={submit} />
            <TaskNotice
              detail={detail}
              isGone={isGone}
              submit={submit}
              store={store}
              onShowReturned={points.some((point) => point.returnRemark !== null) ? () => apply({ kind: 'returned', text: '' }) : undefined}
              onShowHeld={handleShowHeld}
            />
            <PointList
              ref={list}
              element={element}
              categories={categories}
              isReadOnly={isReadOnly}
              key={shown.version}
              place={shown.place}
              isAnew={shown.version > 0}
              // The rest of a category is what nobody has answered, and not what a search happens to show of it.
              onMarkRest={shown.filter.text === '' && (shown.filter.kind === 'all' || shown.filter.kind === 'unanswered') ? handleMarkRest : undefined}
            />
          </div>
        </div>
      </Page>
      <FilterSheet
        isOpen={sheet === 'filter'}
        points={points}
        stateOf={stateOf}
        filter={filter}
        onApply={(next) => {
          apply(next);
          setSheet(undefined);
        }}
        onClose={() => setSheet(undefined)}
      />
      <LazySheet isOpen={sheet === 'categories'} title="按类别查看" onClose={() => setSheet(undefined)}>
        <CategoryNav store={store} categories={categories} onJump={handleJump} />
      </LazySheet>
      <SubmitSheet
        isOpen={sheet === 'submit'}
        detail={detail}
        store={store}
        stateOf={stateOf}
        onJump={jumpTo}
        onSubmit={handleSubmit}
        onClose={() => setSheet(undefined)}
      />
      <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />
      <PhotoViewer shown={photos} onClose={() => setPhotos(undefined)} />
    </FillInContext>
  );
}
