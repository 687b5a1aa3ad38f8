import type { Ref } from 'react';
import { needsReason } from '#contract/score.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { mergedAnswer, type MergedAnswer } from '@/offline/entries/answers.ts';
import { withMarked } from '@/parts/photos/photo-pair.ts';
import { PhotoStrip, PhotoThumb } from '@/parts/photos/PhotoStrip.tsx';
import { notePendingPhotos } from '@/parts/photos/usePendingPhotos.ts';
import stack from '@/ui/basics/stack.module.css';
import { changeAnswer } from '../../usePointAnswer.ts';
import { useFillIn } from './fill-in-context.ts';
import { RemarkField } from './RemarkField.tsx';
import styles from './AnswerNotes.module.css';

interface AnswerNotesProps {
  point: DeptTaskPoint;
  answer: MergedAnswer;
  isReadOnly: boolean;
  onTyping: (isTyping: boolean) => void;
  ref: Ref<HTMLDivElement>;
}

/** Remark and photos of an answer. */
export function AnswerNotes({ point, answer, isReadOnly, onTyping, ref }: AnswerNotesProps) {
  const { store, showPhotos, prepareForCamera } = useFillIn();

  if (isReadOnly) {
    return (
      <div className={styles['notes']}>
        {answer.remark !== '' && <p className={styles['text']}>{answer.remark}</p>}
        <div className={stack['row']}>
          {answer.photos.map((sha256, index) => (
            <PhotoThumb
              key={sha256}
              sha256={sha256}
              label={`查看照片 ${index + 1}`}
              onClick={() => showPhotos({ photos: answer.photos, index })}
            />
          ))}
        </div>
      </div>
    );
  }

  /** Read now: another photo may have been added since this was drawn. */
  const photosNow = (): readonly string[] => mergedAnswer(point, store.get(point.pointId))?.photos ?? [];
  return (
    <div ref={ref} className={styles['notes']} role="group" aria-label="填写说明、照片" tabIndex={-1}>
      <RemarkField
        lastRemark={point.lastAnswer?.result === answer.result ? point.lastAnswer.remark : ''}
        remark={answer.remark}
        result={answer.result}
        isRequired={needsReason(point, answer.result)}
        onSave={(remark) => changeAnswer(store, point, { remark })}
        onTyping={onTyping}
      />
      <PhotoStrip
        subject={`第 ${point.seq} 项`}
        photos={answer.photos}
        onBeforeCamera={prepareForCamera}
        onAdd={(sha256) => changeAnswer(store, point, { photos: [...photosNow().filter((photo) => photo !== sha256), sha256] })}
        onPending={(change) => notePendingPhotos(store.deptTaskId, change)}
        onOpen={(index) =>
          showPhotos({
            photos: answer.photos,
            index,
            onDelete: (sha256) => void changeAnswer(store, point, { photos: photosNow().filter((photo) => photo !== sha256) }),
            onMark: (marked) => changeAnswer(store, point, { photos: withMarked(photosNow(), marked) }),
          })
        }
      />
    </div>
  );
}
