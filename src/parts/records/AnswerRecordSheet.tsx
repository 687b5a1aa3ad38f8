import type { DeptTaskPoint } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import { PhotoThumbs } from '@/parts/photos/PhotoThumbs.tsx';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';
import { ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { ResultTag } from '@/parts/tags/TaskTags.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import stack from '@/ui/basics/stack.module.css';
import { StepItem, StepList } from '@/ui/lists/StepList.tsx';
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
      <StepList>
        {records.map((record) => (
          <StepItem key={record.id} title={<Marks record={record} />}>
            {record.kind === 'value' ? <Value record={record} onPhotos={onPhotos} /> : <Returned record={record} />}
          </StepItem>
        ))}
      </StepList>
    </Sheet>
  );
}

const Marks = ({ record }: { record: AnswerRecord }) => (
  <span className={stack['row']}>
    {record.kind === 'value' ? <ResultTag result={record.value.result} /> : <ReturnedTag />}
    {record.kind === 'value' && record.value.isConflict && <StatusTag tone="warning">与他人冲突，未采用</StatusTag>}
  </span>
);

const Value = ({ record: { value }, onPhotos }: { record: AnswerRecord & { kind: 'value' }; onPhotos: (photos: ShownPhotos) => void }) => (
  <>
    {value.remark !== '' && <p className={styles['text']}>{value.remark}</p>}
    <PhotoThumbs photos={value.photos} label="" onOpen={onPhotos} />
    <p>
      {value.answeredByName} · {formatTime(value.answeredAt)}
      {value.importedByName !== null && ` · 由管理员 ${value.importedByName} 于 ${formatTime(value.savedAt)} 导入`}
    </p>
  </>
);

const Returned = ({ record: { remark, returnedByName, at } }: { record: AnswerRecord & { kind: 'return' } }) => (
  <>
    <p className={styles['text']}>{remark}</p>
    <p>
      {returnedByName} · {formatTime(at)}
    </p>
  </>
);
