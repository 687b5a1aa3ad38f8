import { useState } from 'react';
import { usePhotoUrl } from '@/offline/usePhotoUrl.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { confirmDialog } from '@/ui/confirm-dialog.tsx';
import { Sheet } from '@/ui/Sheet.tsx';
import styles from './PhotoViewer.module.css';

export interface ShownPhotos {
  photos: readonly string[];
  index: number;
  /** Absent where nothing may be deleted. */
  onDelete?: (sha256: string) => void;
}

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
  const [photos, setPhotos] = useState(shown.photos);
  const [index, setIndex] = useState(shown.index);
  const { onDelete } = shown;
  const sha256 = photos[index];
  if (sha256 === undefined) return null;

  const handleDelete = async (): Promise<void> => {
    if (!onDelete || !(await confirmDialog({ content: '删除这张照片？', confirmText: '删除', isDestructive: true }))) return;
    onDelete(sha256);
    const rest = photos.filter((photo) => photo !== sha256);
    if (rest.length === 0) return onClose();
    setPhotos(rest);
    setIndex(Math.min(index, rest.length - 1));
  };

  return (
    <Sheet
      isOpen
      title={`照片 ${index + 1}/${photos.length}`}
      onClose={onClose}
      footer={
        <>
          <ActionButton isDisabled={index === 0} onClick={() => setIndex(index - 1)}>
            上一张
          </ActionButton>
          <ActionButton isDisabled={index === photos.length - 1} onClick={() => setIndex(index + 1)}>
            下一张
          </ActionButton>
          {onDelete && (
            <ActionButton tone="danger" onClick={handleDelete}>
              删除
            </ActionButton>
          )}
        </>
      }
    >
      <Photo key={sha256} sha256={sha256} alt={`照片 ${index + 1}`} />
    </Sheet>
  );
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
