import { useState } from 'react';
import { usePhotoUrl } from '@/offline/files/usePhotoUrl.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import type { PhotoPair, PhotoSet, PhotoSide } from './photo-pair.ts';
import styles from './PhotoViewer.module.css';

/** `index` counts through both sides of a pair. */
export type ShownPhotos = (PhotoSet | { pair: PhotoPair }) & { index: number };

interface PhotoViewerProps {
  /** Undefined while closed. */
  shown: ShownPhotos | undefined;
  onClose: () => void;
}

/** One photo large, its neighbours a tap away; a tap on it shows it larger still. */
export function PhotoViewer({ shown, onClose }: PhotoViewerProps) {
  return shown ? <OpenViewer shown={shown} onClose={onClose} /> : null;
}

function OpenViewer({ shown, onClose }: { shown: ShownPhotos; onClose: () => void }) {
  const [sides, setSides] = useState<readonly PhotoSide[]>('pair' in shown ? shown.pair : [{ ...shown, label: '' }]);
  const [index, setIndex] = useState(shown.index);
  const row = sides.flatMap((side) => side.photos.map((sha256, place) => ({ side, sha256, place })));
  const current = row[index];
  if (current === undefined) return null;
  const { side, sha256, place } = current;
  const { onDelete } = side;

  const handleDelete = async (): Promise<void> => {
    if (!onDelete || !(await confirmDialog({ content: '删除这张照片？', confirmText: '删除', isDestructive: true }))) return;
    onDelete(sha256);
    const photos = side.photos.filter((photo) => photo !== sha256);
    if (photos.length === 0) return onClose();
    setSides(sides.map((each) => (each === side ? { ...side, photos } : each)));
    setIndex(Math.min(index, row.length - 2));
  };

  return (
    <Sheet
      isOpen
      title={sides.map((each) => titleOf(each, each === side ? place : undefined)).join(' · ')}
      onClose={onClose}
      footer={
        <>
          <ActionButton isDisabled={index === 0} onClick={() => setIndex(index - 1)}>
            上一张
          </ActionButton>
          <ActionButton isDisabled={index === row.length - 1} onClick={() => setIndex(index + 1)}>
            下一张
          </ActionButton>
          {/* Also where the photo at hand stays: it would come under the thumb that taps on to the next one. */}
          {sides.some((each) => each.onDelete) && (
            <ActionButton tone="danger" isDisabled={!onDelete} onClick={handleDelete}>
              删除
            </ActionButton>
          )}
        </>
      }
    >
      <figure className={styles['figure']}>
        <Photo key={sha256} sha256={sha256} alt={`${side.label}照片 ${place + 1}`} />
        {side.label !== '' && <figcaption className={styles['caption']}>{side.label}</figcaption>}
      </figure>
    </Sheet>
  );
}

/** @param place of the photo at hand, where it is on this side */
function titleOf({ label, photos }: PhotoSide, place: number | undefined): string {
  if (place !== undefined) return `${label === '' ? '照片 ' : `${label} `}${place + 1}/${photos.length}`;
  return photos.length === 0 ? `${label}没有照片` : `${label} ${photos.length} 张`;
}

function Photo({ sha256, alt }: { sha256: string; alt: string }) {
  const { url, problem, retry } = usePhotoUrl(sha256);
  const [isLarge, setIsLarge] = useState(false);
  if (url === undefined) {
    return (
      <div className={styles['empty']}>
        {problem ?? '加载中'}
        {problem !== undefined && <ActionButton onClick={retry}>重试</ActionButton>}
      </div>
    );
  }
  return (
    <button type="button" className={styles['frame']} aria-label={isLarge ? '缩小照片' : '放大照片'} onClick={() => setIsLarge(!isLarge)}>
      <img className={isLarge ? styles['large'] : styles['whole']} src={url} alt={alt} />
    </button>
  );
}
