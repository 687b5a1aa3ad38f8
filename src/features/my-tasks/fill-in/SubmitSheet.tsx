import { useState, type ReactNode } from 'react';
import { isLateSubmission } from '#contract/task-status.ts';
import type { DeptTaskDetail, DeptTaskPoint } from '#contract/task.ts';
import { waitsForChange } from '@/offline/entries/answers.ts';
import { usePendingPhotos } from '@/parts/photos/usePendingPhotos.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { useNow } from '@/ui/browser/useNow.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { dueDate } from '../due-date.ts';
import { findGaps, type StateOf } from '../point-filter.ts';
import styles from './SubmitSheet.module.css';

interface SubmitSheetProps {
  isOpen: boolean;
  detail: DeptTaskDetail;
  stateOf: StateOf;
  onJump: (point: DeptTaskPoint) => void;
  onSubmit: () => Promise<void>;
  onClose: () => void;
}

export function SubmitSheet(props: SubmitSheetProps) {
  return props.isOpen ? <OpenSubmitSheet {...props} /> : null;
}

/** What will be submitted, and what is missing for it. */
function OpenSubmitSheet({ detail, stateOf, onJump, onSubmit, onClose }: SubmitSheetProps) {
  const pending = usePendingPhotos(detail.id);
  const [found, setFound] = useState(() => findWhatIsThere(pending, detail, stateOf));
  // What was stored since counts too, and is a change.
  if (found.pending !== pending) setFound(findWhatIsThere(pending, detail, stateOf));
  const { gaps, counts, unchanged } = found;
  const now = useNow();
  const due = dueDate(detail, now);
  const isLate = isLateSubmission({ ...detail, submittedAt: now.toISOString() });
  const hasGaps = Object.values(gaps).some((points: DeptTaskPoint[]) => points.length > 0);

  return (
    <Sheet
      isOpen
      title="提交自查结果"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>继续检查</ActionButton>
          <ActionButton tone="primary" isDisabled={hasGaps || pending > 0} onClick={onSubmit}>
            确认提交
          </ActionButton>
        </>
      }
    >
      <div className={styles['content']}>
        <dl className={styles['counts']}>
          <Count label="合格" value={counts.qualified} />
          <Count label="不合格" value={counts.unqualified} />
          <Count label="不适用" value={counts.notApplicable} />
          <Count label="照片" value={counts.photos} />
        </dl>
        {pending > 0 && (
          <p className={styles['late']} role="status">
            还有 {pending} 张照片在处理，请稍候
          </p>
        )}
        {isLate && <p className={styles['late']}>任务{due.words}，提交后会标记为“逾期提交”。</p>}
        {/* Whoever checked again and found the same may submit it again. */}
        <Gap title="退回后没有修改，请确认" points={unchanged} onJump={onJump} />
        {hasGaps ? (
          <>
            <Gap title="还没有检查" points={gaps.unanswered} onJump={onJump} />
            <Gap title="不合格，缺少说明" points={gaps.withoutRemark} onJump={onJump} />
            <Gap title="两人结果不同，请选择" points={gaps.conflicts} onJump={onJump} />
            <Gap title="没有送达，请处理" points={gaps.failed} onJump={onJump} />
          </>
        ) : (
          <p className={styles['hint']}>
            {counts.unqualified > 0 && `${counts.unqualified} 项不合格会生成自纠记录。`}
            提交后不能再修改。没有网络时先保存在本机，联网后自动提交，开始上传前可以撤回。
          </p>
        )}
      </div>
    </Sheet>
  );
}

const findWhatIsThere = (pending: number, detail: DeptTaskDetail, stateOf: StateOf) => ({
  pending,
  gaps: findGaps(detail.points, stateOf),
  counts: countResults(detail.points, stateOf),
  unchanged: detail.points.filter((point) => waitsForChange(point, stateOf(point).answer, detail.returnedAt)),
});

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** More would only be scrolled past: the first ones lead to the others. */
const LISTED = 20;

function Gap({ title, points, onJump }: { title: string; points: readonly DeptTaskPoint[]; onJump: (point: DeptTaskPoint) => void }): ReactNode {
  if (points.length === 0) return null;
  return (
    <section>
      <h3 className={styles['gapTitle']}>
        {title}（{points.length} 项）
      </h3>
      <ul>
        {points.slice(0, LISTED).map((point) => (
          <li key={point.pointId}>
            <button type="button" className={styles['gap']} onClick={() => onJump(point)}>
              <span className={styles['seq']}>{point.seq}</span>
              <span>{point.content}</span>
            </button>
          </li>
        ))}
      </ul>
      {points.length > LISTED && <p className={styles['hint']}>还有 {points.length - LISTED} 项</p>}
    </section>
  );
}

function countResults(points: readonly DeptTaskPoint[], stateOf: StateOf) {
  const counts = { qualified: 0, unqualified: 0, notApplicable: 0, photos: 0 };
  for (const point of points) {
    const { answer } = stateOf(point);
    if (!answer) continue;
    counts[answer.result] += 1;
    counts.photos += answer.photos.length;
  }
  return counts;
}
