import type { AnswerHistory } from '#contract/answer.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import { Sheet } from '@/ui/Sheet.tsx';
import { StatusTag } from '@/ui/StatusTag.tsx';
import { ResultTag } from '@/ui/TaskTags.tsx';
import type { ShownPhotos } from '@/filling-in/PhotoViewer.tsx';
import { PhotoThumb } from '@/filling-in/PhotoStrip.tsx';
import styles from './HistorySheet.module.css';

interface HistorySheetProps {
  /** Undefined while closed. */
  point: DeptTaskPoint | undefined;
  /** The latest first. */
  values: readonly AnswerHistory[];
  onPhotos: (photos: ShownPhotos) => void;
  onClose: () => void;
}

/** Every value that a point ever had: nothing is overwritten. */
export function HistorySheet({ point, values, onPhotos, onClose }: HistorySheetProps) {
  return (
    <Sheet isOpen={point !== undefined} title="修改记录" onClose={onClose}>
      <p className={styles['content']}>{point?.content}</p>
      <ol className={styles['values']}>
        {values.map((value) => (
          <li key={value.entryId} className={styles['value']}>
            <div className={styles['head']}>
              <ResultTag result={value.result} />
              {value.isConflict && <StatusTag tone="warning">与他人冲突，未采用</StatusTag>}
            </div>
            {value.remark !== '' && <p className={styles['remark']}>{value.remark}</p>}
            {value.photos.length > 0 && (
              <div className={styles['photos']}>
                {value.photos.map((sha256, index) => (
                  <PhotoThumb key={sha256} sha256={sha256} label={`查看照片 ${index + 1}`} onClick={() => onPhotos({ photos: value.photos, index })} />
                ))}
              </div>
            )}
            <p className={styles['who']}>
              {value.answeredByName} · {formatTime(value.answeredAt)}
              {value.importedByName !== null && ` · 由管理员 ${value.importedByName} 于 ${formatTime(value.savedAt)} 导入`}
            </p>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
