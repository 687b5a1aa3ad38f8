import { useMemo, useState } from 'react';
import { isLateSubmission } from '#contract/task-status.ts';
import type { DeptTaskDetail, DeptTaskPoint } from '#contract/task.ts';
import { today } from '@/lib/dates.ts';
import { type AnswerStore, isChangedSince, waitsForChange } from '@/offline/entries/answers.ts';
import { useAnswerVersion } from '@/offline/entries/useAnswers.ts';
import { usePendingPhotos } from '@/parts/photos/usePendingPhotos.ts';
import { Counts, GapList } from '@/parts/work/GapList.tsx';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import warning from '@/ui/basics/warning.module.css';
import letters from '@/ui/basics/letters.module.css';
import { useNow } from '@/ui/browser/useNow.ts';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { dueDate } from '../due-date.ts';
import type { StateOf } from '../point-filter.ts';
import { findGaps } from './gaps.ts';

interface SubmitSheetProps {
  isOpen: boolean;
  detail: DeptTaskDetail;
  store: AnswerStore;
  stateOf: StateOf;
  onJump: (point: DeptTaskPoint) => void;
  /** @param isUnchangedConfirmed the person stands by what nobody has changed since the return */
  onSubmit: (isUnchangedConfirmed: boolean) => Promise<void>;
  onClose: () => void;
}

export function SubmitSheet(props: SubmitSheetProps) {
  return props.isOpen ? <OpenSubmitSheet {...props} /> : null;
}

/** What will be submitted, and what is missing for it. */
function OpenSubmitSheet({ detail, store, stateOf, onJump, onSubmit, onClose }: SubmitSheetProps) {
  const pending = usePendingPhotos(detail.id);
  const version = useAnswerVersion(store);
  // Whoever confirms confirms what is there by then: another window or a colleague may go on.
  const { gaps, counts, unqualified, unchanged, isUntouched } = useMemo(
    () => findWhatIsThere(detail, stateOf),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- The store is one object for ever; its version says when it changed.
    [detail, stateOf, version],
  );
  const [isConfirmed, setIsConfirmed] = useState(false);
  const hasToConfirm = unchanged.length > 0 || isUntouched;
  const now = useNow();
  const due = dueDate(detail, now);
  const isLate = isLateSubmission({ ...detail, submittedAt: now.toISOString() });
  const isAhead = today(now) < detail.startDate;
  const hasGaps = Object.values(gaps).some((points: DeptTaskPoint[]) => points.length > 0);

  return (
    <Sheet
      isOpen
      title="提交自查结果"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>继续检查</ActionButton>
          <ActionButton tone="primary" isDisabled={hasGaps || pending > 0 || (hasToConfirm && !isConfirmed)} onClick={() => onSubmit(hasToConfirm)}>
            确认提交
          </ActionButton>
        </>
      }
    >
      <div className={stack['parts']}>
        <Counts counts={{ 合格: counts.qualified, 不合格: counts.unqualified, 不适用: counts.notApplicable, 照片: counts.photos }} />
        {pending > 0 && (
          <p className={warning['small']} role="status">
            还有 {pending} 张照片在处理，请稍候
          </p>
        )}
        {isAhead && <p className={warning['small']}>任务从 {detail.startDate} 开始，现在提交的是提前自查的结果。</p>}
        {isLate && <p className={warning['small']}>任务{due.words}，提交后会标记为“逾期提交”。</p>}
        {!hasGaps && hasToConfirm && (
          <>
            <GapList title="退回后没有修改" items={unchanged} noteOf={({ returnRemark }) => `退回意见：${returnRemark}`} onJump={onJump} />
            {unchanged.length === 0 && <p className={warning['small']}>退回后还没有修改任何检查要点。退回原因：{detail.returnReason}</p>}
            {/* Whoever checked again and found the same may submit it again. */}
            <Checkbox label="已按退回意见重新核对，结果不变" isChecked={isConfirmed} onChange={setIsConfirmed} />
          </>
        )}
        {hasGaps ? (
          <>
            <GapList title="还没有检查" items={gaps.unanswered} onJump={onJump} />
            <GapList title="缺少说明" items={gaps.withoutRemark} onJump={onJump} />
            <GapList title="两人结果不同，请选择" items={gaps.conflicts} onJump={onJump} />
            <GapList title="没有送达，请处理" items={gaps.failed} onJump={onJump} />
          </>
        ) : (
          <>
            <GapList title="不合格，提交后需要整改" items={unqualified} noteOf={(point) => stateOf(point).answer?.remark} onJump={onJump} />
            <p className={letters['quiet']}>提交后不能再修改，管理员查看前、开始自纠前可以撤回。没有网络时先保存在本机，联网后自动提交。</p>
          </>
        )}
      </div>
    </Sheet>
  );
}

const findWhatIsThere = (detail: DeptTaskDetail, stateOf: StateOf) => ({
  gaps: findGaps(detail.points, stateOf),
  counts: countResults(detail.points, stateOf),
  unqualified: detail.points.filter((point) => stateOf(point).answer?.result === 'unqualified'),
  unchanged: detail.points.filter((point) => waitsForChange(point, stateOf(point).answer, detail.returnedAt)),
  isUntouched: detail.returnedAt !== null && !detail.points.some((point) => isChangedSince(point, stateOf(point).answer, detail.returnedAt)),
});

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
