import { useEffect, useEffectEvent, useRef, useState } from 'react';
// Without the kit's mask, which hides the pictures from readers.
import 'antd-mobile/es/components/image-viewer/image-viewer.css';
import { Slides, type SlidesRef } from 'antd-mobile/es/components/image-viewer/slides';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { LeftOutline, RightOutline } from '@/ui/basics/icons.tsx';
import { scrollRegion } from '@/ui/browser/scroll-region.ts';
import { useElementWidth } from '@/ui/browser/useElementWidth.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { MarkPhotoSheet } from './MarkPhotoSheet.tsx';
import { type MarkedPhoto, type PhotoPair, type PhotoSet, type PhotoSide, withMarked } from './photo-pair.ts';
import { ShownPhoto } from './ShownPhoto.tsx';
import styles from './PhotoViewer.module.css';

/** `index` counts through both sides of a pair. */
export type ShownPhotos = (PhotoSet | { pair: PhotoPair }) & { index: number };

/** A phone's width of a stored picture, four times enlarged, is more than its own pixels. */
const MAX_ZOOM = 4;

interface PhotoViewerProps {
  /** Undefined while closed. */
  shown: ShownPhotos | undefined;
  onClose: () => void;
}

/** One photo on the whole screen, its neighbours a swipe away; two fingers, or 原始大小, show it larger. */
export function PhotoViewer({ shown, onClose }: PhotoViewerProps) {
  return shown ? <OpenViewer shown={shown} onClose={onClose} /> : null;
}

function OpenViewer({ shown, onClose }: { shown: ShownPhotos; onClose: () => void }) {
  const [sides, setSides] = useState<readonly PhotoSide[]>('pair' in shown ? shown.pair : [{ ...shown, label: '' }]);
  const [index, setIndex] = useState(shown.index);
  const [isOriginal, setIsOriginal] = useState(false);
  const [isMarking, setIsMarking] = useState(false);
  const slides = useRef<SlidesRef>(null);
  const figure = useRef<HTMLElement>(null);
  const width = useElementWidth(figure);
  const row = sides.flatMap((side) => side.photos.map((sha256, place) => ({ side, sha256, place })));
  const go = (next: number): void => {
    if (row[next] === undefined) return;
    setIndex(next);
    slides.current?.swipeTo(next);
  };
  const handleKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (isMarking) return;
    if (key === 'ArrowLeft') go(index - 1);
    if (key === 'ArrowRight') go(index + 1);
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);

  const current = row[index];
  if (current === undefined) return null;
  const { side, sha256, place } = current;
  const { onDelete, onMark } = side;

  const change = (photos: readonly string[], next: number): void => {
    setSides(sides.map((each) => (each === side ? { ...side, photos } : each)));
    setIndex(next);
  };
  const handleDelete = async (): Promise<void> => {
    if (!onDelete || !(await confirmDialog({ content: '删除这张照片？', confirmText: '删除', isDestructive: true }))) return;
    onDelete(sha256);
    const photos = side.photos.filter((photo) => photo !== sha256);
    if (photos.length === 0) return onClose();
    change(photos, Math.min(index, row.length - 2));
  };
  const handleMarked = async (marked: MarkedPhoto): Promise<void> => {
    await onMark?.(marked);
    const photos = withMarked(side.photos, marked);
    change(photos, index - place + photos.indexOf(marked.marked));
    setIsMarking(false);
  };

  return (
    <Sheet
      isOpen
      placement="full"
      title={sides.map((each) => titleOf(each, each === side ? place : undefined)).join(' · ')}
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={() => setIsOriginal(!isOriginal)}>{isOriginal ? '适合屏幕' : '原始大小'}</ActionButton>
          {/* Also where the photo at hand stays: it would come under the thumb that goes on to the next one. */}
          {sides.some((each) => each.onMark) && (
            <ActionButton isDisabled={!onMark} onClick={() => setIsMarking(true)}>
              标注
            </ActionButton>
          )}
          {sides.some((each) => each.onDelete) && (
            <ActionButton tone="danger" isDisabled={!onDelete} onClick={handleDelete}>
              删除
            </ActionButton>
          )}
        </>
      }
    >
      <figure ref={figure} className={styles['figure']}>
        {isOriginal && (
          <div className={styles['original']} {...scrollRegion('原始大小的照片')}>
            <ShownPhoto key={sha256} sha256={sha256} alt={altOf(side, place)} />
          </div>
        )}
        {!isOriginal && width > 0 && (
          <Slides
            // They keep to their number, and to the width that they began with.
            key={`${row.map((photo) => photo.sha256).join()} ${width}`}
            ref={slides}
            images={row.map((photo) => photo.sha256)}
            defaultIndex={index}
            onIndexChange={setIndex}
            maxZoom={MAX_ZOOM}
            imageRender={(_, { ref, index: at }) => {
              const photo = row[at];
              if (photo === undefined || Math.abs(at - index) > 1) return <span ref={ref} />;
              return <ShownPhoto ref={ref} sha256={photo.sha256} alt={altOf(photo.side, photo.place)} isHidden={at !== index} />;
            }}
          />
        )}
        {side.label !== '' && <figcaption className={styles['caption']}>{side.label}</figcaption>}
        {row.length > 1 && (
          <>
            <button type="button" className={`${styles['step']} ${styles['before']}`} aria-label="上一张" disabled={index === 0} onClick={() => go(index - 1)}>
              <LeftOutline aria-hidden />
            </button>
            <button type="button" className={`${styles['step']} ${styles['after']}`} aria-label="下一张" disabled={index === row.length - 1} onClick={() => go(index + 1)}>
              <RightOutline aria-hidden />
            </button>
          </>
        )}
      </figure>
      {isMarking && <MarkPhotoSheet sha256={sha256} photoCount={side.photos.length} onMark={handleMarked} onClose={() => setIsMarking(false)} />}
    </Sheet>
  );
}

const altOf = ({ label }: PhotoSide, place: number): string => `${label}照片 ${place + 1}`;

/** @param place of the photo at hand, where it is on this side */
function titleOf({ label, photos }: PhotoSide, place: number | undefined): string {
  if (place !== undefined) return `${label === '' ? '照片 ' : `${label} `}${place + 1}/${photos.length}`;
  return photos.length === 0 ? `${label}没有照片` : `${label} ${photos.length} 张`;
}
