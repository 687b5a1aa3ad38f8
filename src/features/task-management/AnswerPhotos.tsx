import { useState } from 'react';
import { type PhotoUrl, usePhotoUrl } from '@/offline/files/usePhotoUrl.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './AnswerPhotos.module.css';

/** The photos of an answer, small; a tap shows one large. */
export function AnswerPhotos({ photos }: { photos: readonly string[] }) {
  const [shown, setShown] = useState<number>();
  const large = shown === undefined ? undefined : photos[shown];
  if (photos.length === 0) return null;
  return (
    <>
      <ul className={stack['row']} aria-label={`照片 ${photos.length} 张`}>
        {photos.map((sha256, index) => (
          <li key={sha256}>
            <Thumb sha256={sha256} number={index + 1} onClick={() => setShown(index)} />
          </li>
        ))}
      </ul>
      <Sheet isOpen={large !== undefined} title={`照片 ${(shown ?? 0) + 1}/${photos.length}`} onClose={() => setShown(undefined)}>
        <div className={styles['large']}>{large !== undefined && <Large sha256={large} number={(shown ?? 0) + 1} />}</div>
        {photos.length > 1 && (
          <div className={styles['steps']}>
            <button type="button" disabled={shown === 0} onClick={() => setShown((shown ?? 0) - 1)}>
              上一张
            </button>
            <button type="button" disabled={shown === photos.length - 1} onClick={() => setShown((shown ?? 0) + 1)}>
              下一张
            </button>
          </div>
        )}
      </Sheet>
    </>
  );
}

interface PhotoProps {
  sha256: string;
  number: number;
}

function Thumb({ sha256, number, onClick }: PhotoProps & { onClick: () => void }) {
  const photo = usePhotoUrl(sha256);
  const handleClick = (): void => {
    if (photo.problem !== undefined) photo.retry();
    onClick();
  };
  return (
    <button type="button" className={styles['thumb']} data-photo aria-label={`查看照片 ${number}`} onClick={handleClick}>
      <Picture {...photo} number={number} />
    </button>
  );
}

function Large({ sha256, number }: PhotoProps) {
  const photo = usePhotoUrl(sha256);
  return (
    <>
      <Picture {...photo} number={number} />
      {photo.problem !== undefined && <ActionButton onClick={photo.retry}>重试</ActionButton>}
    </>
  );
}

function Picture({ url, problem, number }: Pick<PhotoUrl, 'url' | 'problem'> & { number: number }) {
  if (problem !== undefined) return <span className={styles['missing']}>{problem}</span>;
  return url === undefined ? <span className={styles['missing']} aria-label="加载中" /> : <img src={url} alt={`照片 ${number}`} />;
}
