import { useEffect, useRef, useState } from 'react';
import { PHOTOS_PER_ANSWER } from '#contract/limits.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { addPhoto, loadShrinking } from '@/offline/files/photos.ts';
import { usePhotoUrl } from '@/offline/files/usePhotoUrl.ts';
import { currentAccount, isCurrentAccount } from '@/session/current-account.ts';
import { CameraOutline, PictureOutline } from '@/ui/basics/icons.tsx';
import { LONG_TOAST_MS, notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { askBeforeLeaving } from '@/ui/browser/leaving.ts';
import letters from '@/ui/basics/letters.module.css';
import styles from './PhotoStrip.module.css';

interface PhotoThumbProps {
  sha256: string;
  label: string;
  onClick: () => void;
}

export function PhotoThumb({ sha256, label, onClick }: PhotoThumbProps) {
  const { url, problem, retry } = usePhotoUrl(sha256);
  const handleClick = (): void => {
    if (problem !== undefined) retry();
    onClick();
  };
  return (
    <button type="button" className={styles['tile']} data-photo onClick={handleClick} aria-label={label}>
      {url !== undefined && <img className={styles['image']} src={url} alt="" decoding="async" />}
      {problem !== undefined && <span className={styles['missing']}>{problem}</span>}
    </button>
  );
}

interface PhotoStripProps {
  /** Whose photos they are, such as 第 12 项: for a word that comes when they are out of sight. */
  subject: string;
  photos: readonly string[];
  /** Stores everything before the camera opens. */
  onBeforeCamera: () => Promise<void>;
  /** Called for each photo as soon as it is stored. What the phone refuses is told by the mark of what takes it. */
  onAdd: (sha256: string) => Promise<unknown>;
  /** Told how many more, or fewer, are chosen and not stored yet. */
  onPending?: (change: number) => void;
  onOpen: (index: number) => void;
}

/** The photos of one answer, and the two ways to add one: the camera, and what is on the phone already. */
export function PhotoStrip({ subject, photos, onBeforeCamera, onAdd, onPending, onOpen }: PhotoStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const album = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [isLeftOver, setIsLeftOver] = useState(false);
  const room = PHOTOS_PER_ANSWER - photos.length - pending;
  // A failure shows when a photo is added.
  useEffect(() => void loadShrinking().catch(() => undefined), []);

  const handleFiles = async (input: HTMLInputElement): Promise<void> => {
    const files = [...(input.files ?? [])];
    // Several take seconds: the session may end meanwhile, or become another person's in another window.
    const account = currentAccount();
    // The same picture can be chosen again after it was deleted.
    input.value = '';
    const held = new Set(photos);
    let left = room;
    let awaited = Math.min(files.length, left);
    const expectMore = (next: number): void => {
      const change = next - awaited;
      awaited = next;
      setPending((count) => count + change);
    };
    const unread: number[] = [];
    let refusal = '';
    let repeated = 0;
    const tellProblem = (): void => {
      const unreadWords = files.length > 1 ? `第 ${unread.join('、')} 张没有添加：${refusal}` : refusal;
      setProblem([unread.length > 0 && unreadWords, repeated > 0 && (files.length > 1 ? `有 ${repeated} 张已经添加过` : '这张照片已经添加过')].filter(Boolean).join('；'));
    };
    setProblem(undefined);
    setIsLeftOver(false);
    setPending((count) => count + awaited);
    let told = 0;
    const tellPending = (next: number): void => {
      onPending?.(next - told);
      told = next;
    };
    // A file that was chosen is nowhere but on this page until it is stored.
    const stopAsking = askBeforeLeaving();
    try {
      // One after the other: several pictures decoded at once are too much for a small phone.
      for (const [index, file] of files.entries()) {
        if (left === 0) {
          setIsLeftOver(true);
          break;
        }
        tellPending(Math.min(files.length - index, left));
        const rest = files.length - index - 1;
        let added: string;
        try {
          added = await addPhoto(file, account);
        } catch (error) {
          expectMore(Math.min(rest, left));
          unread.push(index + 1);
          refusal = sentenceOf(error, '照片没有保存，请再试一次');
          tellProblem();
          continue;
        }
        // A picture that is there already takes no room, and stays where it is.
        if (held.has(added)) {
          expectMore(Math.min(rest, left));
          repeated += 1;
          tellProblem();
          continue;
        }
        left -= 1;
        held.add(added);
        // In one step: the photo takes the place of the tile that waited, and nothing below moves under the thumb.
        const stored = onAdd(added);
        expectMore(Math.min(rest, left));
        await stored;
      }
    } finally {
      stopAsking();
      tellPending(0);
    }
    // Gone, in a view behind another, or under a sheet.
    const isOutOfSight = strip.current === null || strip.current.closest('[inert]') !== null;
    if (refusal !== '' && isOutOfSight && isCurrentAccount(account)) notify(`${subject}有照片没有添加：${refusal}`, 'warning', LONG_TOAST_MS);
  };
  const handleOpenInput = async (input: HTMLInputElement | null): Promise<void> => {
    await onBeforeCamera();
    input?.click();
  };

  return (
    <div ref={strip} className={styles['photos']}>
      <div className={stack['row']}>
        {photos.map((sha256, index) => (
          <PhotoThumb key={sha256} sha256={sha256} label={`查看照片 ${index + 1}`} onClick={() => onOpen(index)} />
        ))}
        {Array.from({ length: pending }, (_, index) => (
          <span key={`pending-${index}`} className={styles['tile']} role="status">
            处理中
          </span>
        ))}
        {room > 0 && (
          <>
            <button type="button" className={`${styles['add']} ${styles['camera']}`} onClick={() => void handleOpenInput(camera.current)}>
              <CameraOutline aria-hidden />
              <span>拍照</span>
            </button>
            <button type="button" className={styles['add']} onClick={() => void handleOpenInput(album.current)}>
              <PictureOutline aria-hidden />
              <span>选照片</span>
            </button>
          </>
        )}
      </div>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="拍照"
        onChange={(event) => void handleFiles(event.target)}
      />
      <input ref={album} type="file" accept="image/*" multiple hidden aria-label="选照片" onChange={(event) => void handleFiles(event.target)} />
      {[problem, isLeftOver && room <= 0 ? `每个要点最多 ${PHOTOS_PER_ANSWER} 张照片，多出的没有添加` : undefined].map(
        (sentence) =>
          sentence !== undefined && (
            <p key={sentence} className={styles['problem']} role="alert">
              {sentence}
            </p>
          ),
      )}
      <p className={letters['small']}>
        照片 {photos.length}/{PHOTOS_PER_ANSWER}
      </p>
    </div>
  );
}
