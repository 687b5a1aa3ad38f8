import type { ReactNode } from 'react';
import type { CorrectionItem, CorrectionValue } from '#contract/self-correction.ts';
import { formatDay, formatShortTime } from '@/lib/dates.ts';
import type { PhotoPair } from '@/parts/photos/photo-pair.ts';
import { PhotoThumbs } from '@/parts/photos/PhotoThumbs.tsx';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { PointFacts } from '@/parts/points/PointFacts.tsx';
import { PointSign } from '@/parts/points/PointSign.tsx';
import { CorrectionStatusTag, RepeatedTag, ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { WholeDates } from '@/ui/basics/WholeDates.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import styles from './CorrectionPair.module.css';

interface CorrectionCardProps {
  item: CorrectionItem;
  /** Of the heading, which names the card. */
  contentId: string;
  isCorrected: boolean;
  /** Returned, and not corrected since. */
  isReturned: boolean;
  /** With its task: nobody can correct it any more. */
  isCancelled?: boolean;
  onBasis: () => void;
  photos: PhotoPair;
  onPhotos: (shown: ShownPhotos) => void;
  /** What was done about it: to read, or to fill in. */
  after: ReactNode;
  foot?: ReactNode;
}

/** One 不合格 and what was done about it, side by side where there is room. */
export function CorrectionPair({ item, contentId, isCorrected, isReturned, isCancelled = false, onBasis, photos, onPhotos, after, foot }: CorrectionCardProps) {
  const { lastFailure } = item;
  const isAskedAgain = isReturned && !isCancelled;
  return (
    <div className={styles['card']} role="group" aria-labelledby={contentId} data-point={item.itemId} data-step tabIndex={-1}>
      <div className={styles['head']}>
        <span className={styles['place']}>
          <span className={styles['seq']}>{item.seq}</span>
          <PointSign mark={item.mark} />
          <span>{item.itemName}</span>
        </span>
        <span className={stack['row']}>
          {lastFailure !== null && <RepeatedTag />}
          {isAskedAgain && <ReturnedTag />}
          <CorrectionStatusTag status={isCorrected ? 'corrected' : isCancelled ? 'cancelled' : 'open'} />
        </span>
      </div>
      {item.returnReason !== null && (
        <p className={isAskedAgain ? styles['returned'] : styles['returnedBefore']}>
          <strong>{isAskedAgain ? '退回原因：' : '曾被退回：'}</strong>
          {item.returnReason}
        </p>
      )}
      {item.dueDate != null && (
        <p className={letters['quiet']}>
          整改期限 <WholeDates text={item.dueDate} />
        </p>
      )}
      <p className={styles['content']} id={contentId}>
        {item.content}
      </p>
      <p className={letters['quiet']}>标准：{item.expected}</p>
      <PointFacts basis={item.basis} method={item.method} onBasis={onBasis} />
      <div className={styles['sides']}>
        <div className={styles['side']} role="group" aria-label="整改前">
          <strong>整改前</strong>
          <p className={styles['text']}>{item.problem}</p>
          <PhotoThumbs photos={photos[0].photos} label={photos[0].label} onOpen={({ index }) => onPhotos({ pair: photos, index })} />
          <p className={styles['who']}>
            {item.foundByName} · <WholeDates text={formatShortTime(item.foundAt)} />
          </p>
          {lastFailure !== null && (
            <p className={styles['last']}>
              上次检查也不合格：{lastFailure.remark}（{lastFailure.taskName}，<WholeDates text={formatDay(lastFailure.answeredAt)} />）
            </p>
          )}
        </div>
        <div className={styles['side']} role="group" aria-label="整改后">
          <strong>整改后</strong>
          {after}
        </div>
      </div>
      {foot}
    </div>
  );
}

interface CorrectionTextProps {
  value: CorrectionValue;
  photos: PhotoPair;
  onPhotos: (shown: ShownPhotos) => void;
}

/** What was done, to read. */
export function CorrectionText({ value, photos, onPhotos }: CorrectionTextProps) {
  const [before, after] = photos;
  if (value.measures === '' && value.responsible === '' && value.photosAfter.length === 0) return <p className={letters['quiet']}>还没有填写整改情况</p>;
  return (
    <>
      {value.measures !== '' && <p className={styles['text']}>{value.measures}</p>}
      <PhotoThumbs photos={after.photos} label={after.label} onOpen={({ index }) => onPhotos({ pair: photos, index: before.photos.length + index })} />
      <p className={styles['who']}>
        {value.responsible === '' ? '责任人未填' : `责任人 ${value.responsible}`}
        {value.correctedAt !== null && <WholeDates text={` · ${formatShortTime(value.correctedAt)} 整改`} />}
      </p>
    </>
  );
}
