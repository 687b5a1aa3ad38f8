import { useMemo, useState } from 'react';
import { addDays } from '#contract/calendar.ts';
import { dueDateProblem, proposedDueDate } from '#contract/correction-due-date.ts';
import { CORRECT_DAYS_MAX, RETURN_REASON_MAX } from '#contract/limits.ts';
import { checkField } from '#contract/rules.ts';
import type { CorrectionItem, SelfCorrectionRecord } from '#contract/self-correction.ts';
import { today } from '@/lib/dates.ts';
import { useFormDraft } from '@/offline/forms/useFormDraft.ts';
import { useKeptDraft } from '@/offline/forms/useKeptDraft.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { ReasonsByItem, type Reasons } from '@/parts/work/ReasonsByItem.tsx';
import { useReturnCorrectionItems } from '@/queries/work/correction-record-queries.ts';
import { notify } from '@/ui/basics/notify.ts';
import { DateField, dayRule } from '@/ui/controls/DateField.tsx';
import { showFirstProblem } from '@/ui/controls/show-first-problem.ts';
import styles from './ReturnItemsSheet.module.css';

/** What the phone keeps, so its shape carries the version of the rows. */
interface Input {
  reasons: Reasons;
  dueDate: string;
}

interface ReturnItemsSheetProps {
  record: SelfCorrectionRecord;
  /** Where the return began; undefined while the sheet is closed. */
  first: CorrectionItem | undefined;
  onClose: () => void;
}

export function ReturnItemsSheet({ record, first, onClose }: ReturnItemsSheetProps) {
  return first ? <KeptSheet key={first.itemId} form={`return-items:${record.id}`} record={record} first={first} onClose={onClose} /> : null;
}

type OpenSheetProps = ReturnItemsSheetProps & { first: CorrectionItem; form: string };

function KeptSheet(props: OpenSheetProps) {
  const draft = useKeptDraft<Input>(props.form);
  return draft === undefined ? null : <OpenSheet {...props} kept={draft?.data} />;
}

const problemOf = (reason: string): string | undefined => checkField(reason, { required: true, maxLength: RETURN_REASON_MAX });
const dayProblemOf = (dueDate: string): string | undefined => checkField(dueDate, { required: true, rule: dayRule }) ?? dueDateProblem(dueDate.trim(), today());

/** Returns items to their department, each with its own reason; the others stay as they are. */
function OpenSheet({ form, kept, record, first, onClose }: OpenSheetProps & { kept: Input | undefined }) {
  const returning = useReturnCorrectionItems();
  // What was returned by a try whose answer was lost stays in sight: it is what the next try is about.
  const [candidates] = useState(() => record.items.filter((item) => item.correctedAt !== null));
  const start: Reasons = new Map([[first.itemId, '']]);
  const dayBefore = first.dueDate ?? record.dueDate;
  const startDay = proposedDueDate({ dueDate: dayBefore, correctDays: record.correctDays }, today());
  // What was returned meanwhile, by whomever, is not returned again.
  const [reasons, setReasons] = useState<Reasons>(() => new Map([...start, ...[...(kept?.reasons ?? [])].filter(([id]) => candidates.some(({ itemId }) => itemId === id))]));
  const [dueDate, setDueDate] = useState(kept?.dueDate ?? startDay);
  const [hasErrors, setHasErrors] = useState(false);
  const input = useMemo<Input>(() => ({ reasons, dueDate }), [reasons, dueDate]);
  const hasInput = dueDate !== startDay || [...reasons.values()].some((reason) => reason.trim() !== '');
  const draft = useFormDraft(form, input, hasInput);

  const handleDiscard = (): void => {
    setReasons(start);
    setDueDate(startDay);
    setHasErrors(false);
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (dayProblemOf(dueDate) !== undefined || [...reasons.values()].some((reason) => problemOf(reason) !== undefined)) {
      setHasErrors(true);
      // What is missing may be far up or down in a long list.
      showFirstProblem();
      notify('请检查标出的内容', 'warning');
      return undefined;
    }
    await returning.mutateAsync({
      id: record.id,
      dueDate: dueDate.trim(),
      items: [...reasons].map(([itemId, reason]) => ({ itemId, reason: reason.trim(), revision: candidates.find((item) => item.itemId === itemId)?.revision })),
    });
    return '已退回';
  };

  return (
    <FormSheet
      title={`退回${record.deptName}的整改项`}
      hasInput={hasInput}
      draft={draft}
      restored={kept && { deed: '提交', onDiscard: handleDiscard }}
      backLabel="不退回"
      saveLabel={`退回 ${reasons.size} 项`}
      tone="danger"
      canSave={reasons.size > 0}
      onSave={handleSave}
      onClose={onClose}
    >
      <p className={styles['hint']}>退回的整改项变为待整改，科室会看到退回原因；已填写的内容和其他整改项保持不变。</p>
      <DateField
        label="整改期限"
        value={dueDate}
        onChange={setDueDate}
        min={today()}
        max={addDays(today(), CORRECT_DAYS_MAX)}
        error={hasErrors ? dayProblemOf(dueDate) : undefined}
        hint={dueDate === dayBefore ? '与原来相同，可以修改' : `原为 ${dayBefore}，只改退回的整改项的期限`}
        isRequired
      />
      <ReasonsByItem
        items={candidates.map(({ itemId, seq, content }) => ({ id: itemId, seq, content }))}
        reasons={reasons}
        onChange={setReasons}
        label="退回原因"
        problemOf={(reason) => (hasErrors ? problemOf(reason) : undefined)}
        isRequired
      />
    </FormSheet>
  );
}
