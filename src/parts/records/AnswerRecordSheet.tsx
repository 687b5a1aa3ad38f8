import type { DeptTaskPoint } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import { PhotoThumbs } from '@/parts/photos/PhotoThumbs.tsx';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { ResultTag } from '@/parts/tags/TaskTags.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import type { AnswerRecord } from './answer-record.ts';
import styles from './RecordSheet.module.css';

interface AnswerRecordSheetProps {
  /** Undefined while closed. */
  point: DeptTaskPoint | undefined;
  /** The latest first. */
  records: readonly AnswerRecord[];
  onPhotos: (photos: ShownPhotos) => void;
  onClose: () => void;
}

/** Every value that a point ever had, and what was said of it at each return: nothing is overwritten. */
export function AnswerRecordSheet({ point, records, onPhotos, onClose }: AnswerRecordSheetProps) {
  return (
    <Sheet isOpen={point !== undefined} title="修改记录" onClose={onClose}>
      <p className={styles['content']}>{point?.content}</p>
      <ol>
        {records.map((record) => (
          <li key={record.id} className={styles['value']}>
            {record.kind === 'value' ? <Value record={record} onPhotos={onPhotos} /> : <Returned record={record} />}
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

function Value({ record: { value }, onPhotos }: { record: AnswerRecord & { kind: 'value' }; onPhotos: (photos: ShownPhotos) => void }) {
  return (
    <>
      <div className={stack['row']}>
        <ResultTag result={value.result} />
        {value.isConflict && <StatusTag tone="warning">与他人冲突，未采用</StatusTag>}
      </div>
      {value.remark !== '' && <p className={styles['text']}>{value.remark}</p>}
      <PhotoThumbs photos={value.photos} label="" onOpen={onPhotos} />
      <p className={letters['quiet']}>
        {value.answeredByName} · {formatTime(value.answeredAt)}
        {value.importedByName !== null && ` · 由管理员 ${value.importedByName} 于 ${formatTime(value.savedAt)} 导入`}
      </p>
    </>
  );
}

function Returned({ record: { remark, returnedByName, at } }: { record: AnswerRecord & { kind: 'return' } }) {
  return (
    <>
      <div className={stack['row']}>
        <ReturnedTag />
      </div>
      <p className={styles['text']}>{remark}</p>
      <p className={letters['quiet']}>
        {returnedByName} · {formatTime(at)}
      </p>
    </>
  );
}
