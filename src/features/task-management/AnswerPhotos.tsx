import { useState } from 'react';
import { usePhotoUrl } from '@/offline/usePhotoUrl.ts';
import { Sheet } from '@/ui/Sheet.tsx';
import styles from './AnswerPhotos.module.css';

/** The photos of an answer, small; a tap shows one large. */
export function AnswerPhotos({ photos }: { photos: readonly string[] }) {
  const [shown, setShown] = useState<number>();
  const large = shown === undefined ? undefined : photos[shown];
  if (photos.length === 0) return null;
  return (
    <>
      <ul className={styles['photos']} aria-label={`照片 ${photos.length} 张`}>
        {photos.map((sha256, index) => (
          <li key={sha256}>
            <button type="button" className={styles['thumb']} aria-label={`查看照片 ${index + 1}`} onClick={() => setShown(index)}>
              <Photo sha256={sha256} alt={`照片 ${index + 1}`} />
            </button>
          </li>
        ))}
      </ul>
      <Sheet isOpen={large !== undefined} title={`照片 ${(shown ?? 0) + 1}/${photos.length}`} onClose={() => setShown(undefined)}>
        <div className={styles['large']}>{large !== undefined && <Photo sha256={large} alt={`照片 ${(shown ?? 0) + 1}`} />}</div>
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

function Photo({ sha256, alt }: { sha256: string; alt: string }) {
  const { url, isMissing } = usePhotoUrl(sha256);
  if (isMissing) return <span className={styles['missing']}>照片暂时无法显示</span>;
  return url === undefined ? <span className={styles['missing']} aria-label="加载中" /> : <img src={url} alt={alt} />;
}
