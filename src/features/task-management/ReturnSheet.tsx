import { useMemo, useState } from 'react';
import { RETURN_REASON_MAX } from '#contract/limits.ts';
import { NO_RETURN_WORDS } from '#contract/return-words.ts';
import { checkField } from '#contract/rules.ts';
import type { DeptTaskDetail } from '#contract/task.ts';
import { daysUntil } from '@/lib/dates.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { ResultTag } from '@/parts/tags/TaskTags.tsx';
import { ReasonsByItem, type Reasons } from '@/parts/work/ReasonsByItem.tsx';
import { useReturnSubmission } from '@/queries/work/task-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import letters from '@/ui/basics/letters.module.css';
import { showFirstProblem } from '@/ui/controls/show-first-problem.ts';
import { TextField } from '@/ui/controls/TextField.tsx';
import { filterByResult } from './result-filter.ts';
import styles from './ReturnSheet.module.css';

const problemOf = (text: string): string | undefined => checkField(text, { maxLength: RETURN_REASON_MAX });
const isBlank = (text: string): boolean => text.trim() === '';

/** What the phone keeps of it, so its shape carries the version of the rows. */
interface ReturnInput {
  reason: string;
  remarks: Reasons;
}

interface ReturnSheetProps {
  isOpen: boolean;
  detail: DeptTaskDetail;
  onClose: () => void;
}

/** Returns a submission to its department with a reason, and with a remark on single points where that helps. */
export function ReturnSheet({ isOpen, detail, onClose }: ReturnSheetProps) {
  return isOpen ? <KeptSheet key={detail.id} form={`return-task:${detail.id}`} detail={detail} onClose={onClose} /> : null;
}

type OpenSheetProps = Omit<ReturnSheetProps, 'isOpen'> & { form: string };

function KeptSheet(props: OpenSheetProps) {
  const draft = useKeptDraft<ReturnInput>(props.form);
  return draft === undefined ? null : <OpenSheet {...props} kept={draft?.data} />;
}

function OpenSheet({ form, kept, detail, onClose }: OpenSheetProps & { kept: ReturnInput | undefined }) {
  const returning = useReturnSubmission();
  // What is returned is what was seen, also when the answer is lost and the department submits again.
  const [submittedAt] = useState(detail.submittedAt);
  const [reason, setReason] = useState(kept?.reason ?? '');
  const [remarks, setRemarks] = useState<Reasons>(kept?.remarks ?? new Map());
  const unqualified = useMemo(() => filterByResult(detail.points, 'unqualified'), [detail.points]);
  // Mostly they are what is returned for; what was chosen before has to be in sight.
  const [areAllShown, setAreAllShown] = useState(() => unqualified.length === 0 || [...remarks.keys()].some((id) => unqualified.every(({ pointId }) => pointId !== id)));
  const [hasErrors, setHasErrors] = useState(false);
  const input = useMemo<ReturnInput>(() => ({ reason, remarks }), [reason, remarks]);
  const hasInput = [reason, ...remarks.values()].some((text) => !isBlank(text));
  // One text is enough: a point without its own has that of the whole.
  const reasonProblem = problemOf(reason) ?? (isBlank(reason) && remarks.size === 0 ? NO_RETURN_WORDS : undefined);
  const remarkProblem = (remark: string): string | undefined => problemOf(remark) ?? (isBlank(reason) && isBlank(remark) ? NO_RETURN_WORDS : undefined);
  const draft = useFormDraft(form, input, hasInput);
  const isOver = daysUntil(detail.endDate) < 0;

  const handleDiscard = (): void => {
    setReason('');
    setRemarks(new Map());
    setHasErrors(false);
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (reasonProblem !== undefined || [...remarks.values()].some((remark) => remarkProblem(remark) !== undefined)) {
      setHasErrors(true);
      // What is missing may be far up or down in a long list.
      showFirstProblem();
      notify('请检查标出的内容', 'warning');
      return undefined;
    }
    await returning.mutateAsync({
      deptTaskId: detail.id,
      ...(submittedAt !== null && { submittedAt }),
      reason: reason.trim(),
      points: [...remarks].map(([pointId, remark]) => ({ pointId, remark: remark.trim() })),
    });
    return '已退回';
  };

  return (
    <FormSheet
      title={`退回${detail.deptName}的提交`}
      hasInput={hasInput}
      draft={draft}
      restored={kept && { deed: '提交', onDiscard: handleDiscard }}
      backLabel="不退回"
      saveLabel="确认退回"
      tone="danger"
      onSave={handleSave}
      onClose={onClose}
    >
      <p className={styles['hint']}>退回后科室可以修改结果并重新提交，已填写的结果和历史都会保留。{!detail.isLate && isOver && '任务已过截止日期，科室原来按时提交的，重新提交后仍算按时。'}</p>
      <TextField
        label="退回原因"
        value={reason}
        onChange={setReason}
        error={hasErrors ? reasonProblem : undefined}
        isRequired={remarks.size === 0}
        hint={remarks.size > 0 ? '选定的要点都写了退回意见时可以不填' : undefined}
        rows={2}
        maxLength={RETURN_REASON_MAX}
      />
      <h3 className={letters['heading']}>需要重查的要点（选填）</h3>
      <ReasonsByItem
        items={(areAllShown ? detail.points : unqualified).map(({ pointId, seq, content, answer }) => ({ id: pointId, seq, content, mark: answer ? <ResultTag result={answer.result} /> : undefined }))}
        reasons={remarks}
        onChange={setRemarks}
        label="退回意见"
        problemOf={(remark) => (hasErrors ? remarkProblem(remark) : undefined)}
        isRequired={isBlank(reason)}
        hint={isBlank(reason) ? undefined : '不填则用上面的退回原因'}
      />
      {!areAllShown && unqualified.length < detail.points.length && (
        <div>
          <ActionButton size="small" onClick={() => setAreAllShown(true)}>
            显示全部要点（{detail.points.length}）
          </ActionButton>
        </div>
      )}
    </FormSheet>
  );
}
