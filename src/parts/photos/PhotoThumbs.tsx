import stack from '@/ui/basics/stack.module.css';
import { PhotoThumb } from './PhotoStrip.tsx';
import type { ShownPhotos } from './PhotoViewer.tsx';

interface PhotoThumbsProps {
  photos: readonly string[];
  /** What they show, such as 整改前. */
  label: string;
  onOpen: (shown: ShownPhotos) => void;
}

/** Photos to look at, small; a tap shows one large. Nothing where there are none. */
export function PhotoThumbs({ photos, label, onOpen }: PhotoThumbsProps) {
  if (photos.length === 0) return null;
  return (
    <div className={stack['row']} role="group" aria-label={`${label}照片 ${photos.length} 张`}>
      {photos.map((sha256, index) => (
        <PhotoThumb key={sha256} sha256={sha256} label={`查看${label}照片 ${index + 1}`} onClick={() => onOpen({ photos, index })} />
      ))}
    </div>
  );
}
