import type { DeptTaskPoint, SubmissionReturn } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import { StepItem, StepList } from '@/ui/lists/StepList.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './RecordSheet.module.css';

interface ReturnRecordSheetProps {
  isOpen: boolean;
  /** The latest first. */
  returns: readonly SubmissionReturn[];
  points: readonly DeptTaskPoint[];
  onClose: () => void;
}

/** Every return of a submission: who, when and why, what came back, and what was said of single points. */
export function ReturnRecordSheet({ isOpen, returns, points, onClose }: ReturnRecordSheetProps) {
  const byId = new Map(points.map((point) => [point.pointId, point]));
  return (
    <Sheet isOpen={isOpen} title="退回记录" onClose={onClose}>
      <StepList>
        {returns.map(({ id, reason, returnedAt, returnedByName, submittedAt, submittedByName, remarks }) => (
          <StepItem key={id} title={<span className={styles['text']}>{reason}</span>}>
            {remarks.length > 0 && (
              <ul className={styles['remarks']}>
                {remarks.map(({ pointId, remark }) => (
                  <li key={pointId}>
                    <p>
                      {byId.get(pointId)?.seq}. {byId.get(pointId)?.content}
                    </p>
                    <p className={styles['text']}>{remark}</p>
                  </li>
                ))}
              </ul>
            )}
            <p>
              {returnedByName} · {formatTime(returnedAt)} 退回
            </p>
            <p>
              {submittedByName} · {formatTime(submittedAt)} 提交
            </p>
          </StepItem>
        ))}
      </StepList>
    </Sheet>
  );
}
