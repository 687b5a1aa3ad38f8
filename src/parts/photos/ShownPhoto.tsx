import type { Ref } from 'react';
import { usePhotoUrl } from '@/offline/files/usePhotoUrl.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import styles from './PhotoViewer.module.css';

interface ShownPhotoProps {
  sha256: string;
  alt: string;
  /** Beside the screen, before it is swiped into sight. */
  isHidden?: boolean;
  /** Of what takes the room of the picture. */
  ref?: Ref<HTMLImageElement> | undefined;
}

/** The picture, or why it cannot be shown and another try. */
export function ShownPhoto({ sha256, alt, isHidden = false, ref }: ShownPhotoProps) {
  const { url, problem, retry } = usePhotoUrl(sha256);
  if (url !== undefined) return <img ref={ref} src={url} alt={alt} draggable={false} aria-hidden={isHidden} />;
  return (
    <div ref={ref} className={styles['empty']} inert={isHidden}>
      {problem ?? '加载中'}
      {problem !== undefined && <ActionButton onClick={retry}>重试</ActionButton>}
    </div>
  );
}
