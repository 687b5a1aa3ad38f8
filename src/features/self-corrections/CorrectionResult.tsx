import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Grounds } from '#contract/check-point.ts';
import { isCorrectionChangeable } from '#contract/correction-status.ts';
import type { CorrectionItem, SelfCorrectionDetail } from '#contract/self-correction.ts';
import { paths } from '@/lib/paths.ts';
import { mergedCorrection, type CorrectionStore } from '@/offline/entries/corrections.ts';
import { useLocalCorrection } from '@/offline/entries/useCorrections.ts';
import { useReachability } from '@/offline/network/useReachability.ts';
import { saveMarkOf } from '@/parts/filled/save-mark.ts';
import { SaveMark } from '@/parts/filled/SaveMark.tsx';
import { CorrectionHistorySheet, PhotoViewer, PointBasis } from '@/parts/lazy/lazy-parts.ts';
import { SaveProblem } from '@/parts/lazy/SaveProblem.tsx';
import { photoPair } from '@/parts/photos/photo-pair.ts';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { CorrectionPair, CorrectionText } from '@/parts/records/CorrectionPair.tsx';
import { useCorrectionHistory } from '@/queries/work/self-correction-queries.ts';
import { HistoryButton } from '@/ui/basics/HistoryButton.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { CorrectionFacts } from './CorrectionFacts.tsx';
import styles from './CorrectionResult.module.css';

interface CorrectionResultProps {
  title: string;
  detail: SelfCorrectionDetail;
  store: CorrectionStore;
  /** The server knows of no such self-correction of this person any more. */
  isGone: boolean;
}

/** A self-correction to read: what was found, what was done, and by whom. */
export function CorrectionResult({ title, detail, store, isGone }: CorrectionResultProps) {
  const history = useCorrectionHistory(detail.id) ?? [];
  const [basis, setBasis] = useState<Grounds>();
  const [photos, setPhotos] = useState<ShownPhotos>();
  const [asked, setAsked] = useState<CorrectionItem>();
  return (
    <>
      <Page title={title}>
        <CorrectionFacts detail={detail} store={store} isGone={isGone} problem={store.problem()} />
        {!isGone && isCorrectionChangeable(detail.status) && (
          <p className={styles['link']} data-off-paper>
            <Link to={paths.toInnovate.to(detail.id)}>{detail.status === 'open' ? '去整改' : '修改整改内容'}</Link>
          </p>
        )}
        <div className={styles['list']}>
          {detail.items.map((item) => (
            <ResultItem
              key={item.itemId}
              item={item}
              isCancelled={detail.status === 'cancelled'}
              store={store}
              historyCount={history.filter((value) => value.itemId === item.itemId).length}
              onBasis={() => setBasis(item)}
              onPhotos={setPhotos}
              onHistory={() => setAsked(item)}
            />
          ))}
        </div>
      </Page>
      <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />
      <CorrectionHistorySheet item={asked} history={history} onPhotos={setPhotos} onClose={() => setAsked(undefined)} />
      <PhotoViewer shown={photos} onClose={() => setPhotos(undefined)} />
    </>
  );
}

interface ResultItemProps {
  item: CorrectionItem;
  isCancelled: boolean;
  store: CorrectionStore;
  historyCount: number;
  onBasis: () => void;
  onPhotos: (shown: ShownPhotos) => void;
  onHistory: () => void;
}

function ResultItem({ item, isCancelled, store, historyCount, onBasis, onPhotos, onHistory }: ResultItemProps) {
  const local = useLocalCorrection(store, item.itemId);
  const isOffline = useReachability() === 'offline';
  const contentId = useId();
  const value = mergedCorrection(item, local);
  const photos = photoPair(item.photosBefore, value.photosAfter);
  const mark = value.isLocal ? saveMarkOf({ isLocal: true, isComplete: true }, local, isOffline) : null;
  return (
    <CorrectionPair
      item={item}
      contentId={contentId}
      isCorrected={value.correctedAt !== null}
      isReturned={value.openReturn !== null}
      isCancelled={isCancelled}
      onBasis={onBasis}
      photos={photos}
      onPhotos={onPhotos}
      after={<CorrectionText value={value} photos={photos} onPhotos={onPhotos} />}
      foot={
        <>
          <SaveProblem mark={mark} entryId={local?.entryId ?? null} what="整改内容" />
          <div className={styles['foot']}>
            {historyCount > 1 && <HistoryButton words={`整改记录（${historyCount}）`} onClick={onHistory} />}
            {mark !== null && mark.kind !== 'delivered' && <SaveMark mark={mark} />}
          </div>
        </>
      }
    />
  );
}
