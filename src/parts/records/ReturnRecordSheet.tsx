import type { DeptTaskPoint, SubmissionReturn } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import letters from '@/ui/basics/letters.module.css';
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
      <ol>
        {returns.map(({ id, reason, returnedAt, returnedByName, submittedAt, submittedByName, remarks }) => (
          <li key={id} className={styles['value']}>
            <p className={styles['reason']}>{reason}</p>
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
            <p className={letters['quiet']}>
              {returnedByName} · {formatTime(returnedAt)} 退回
            </p>
            <p className={letters['quiet']}>
              {submittedByName} · {formatTime(submittedAt)} 提交
            </p>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
