import { useState } from 'react';
import { RETURN_REASON_MAX } from '#contract/limits.ts';
import { checkField } from '#contract/rules.ts';
import type { CorrectionItem, SelfCorrectionRecord } from '#contract/self-correction.ts';
import { useFormDraft } from '@/offline/useFormDraft.ts';
import { useKeptDraft } from '@/offline/useKeptDraft.ts';
import { useReturnCorrectionItems } from '@/queries/self-correction-queries.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { Checkbox } from '@/ui/Checkbox.tsx';
import { notify } from '@/ui/notify.ts';
import { RestoredNotice } from '@/ui/RestoredNotice.tsx';
import { Sheet } from '@/ui/Sheet.tsx';
import { TextField } from '@/ui/TextField.tsx';
import { useDismiss } from '@/ui/useDismiss.ts';
import styles from './ReturnItemsSheet.module.css';

/** By the id of their item; this is what the phone keeps, so its shape carries the version of the rows. */
type Reasons = ReadonlyMap<string, string>;

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
  const draft = useKeptDraft<Reasons>(props.form);
  return draft === undefined ? null : <OpenSheet {...props} kept={draft?.data} />;
}

const problemOf = (reason: string): string | undefined => checkField(reason, { required: true, maxLength: RETURN_REASON_MAX });

/** Returns items to their department, each with its own reason; the others stay as they are. */
function OpenSheet({ form, kept, record, first, onClose }: OpenSheetProps & { kept: Reasons | undefined }) {
  const returning = useReturnCorrectionItems();
  const candidates = record.items.filter((item) => item.correctedAt !== null);
  const start: Reasons = new Map([[first.itemId, '']]);
  // What was returned meanwhile, by whomever, is not returned again.
  const [reasons, setReasons] = useState<Reasons>(() => new Map([...start, ...[...(kept ?? [])].filter(([id]) => candidates.some(({ itemId }) => itemId === id))]));
  const [isRestored, setIsRestored] = useState(kept !== undefined);
  const [hasErrors, setHasErrors] = useState(false);
  const hasInput = [...reasons.values()].some((reason) => reason.trim() !== '');
  const draft = useFormDraft(form, reasons, hasInput);
  const dismiss = useDismiss(hasInput, onClose, { kept: draft });

  const handleDiscard = (): void => {
    setIsRestored(false);
    setReasons(start);
    setHasErrors(false);
  };
  const change = (itemId: string, reason: string | undefined): void => {
    const next = new Map(reasons);
    if (reason === undefined) next.delete(itemId);
    else next.set(itemId, reason);
    setReasons(next);
  };
  const handleConfirm = async (): Promise<void> => {
    if ([...reasons.values()].some((reason) => problemOf(reason) !== undefined)) {
      setHasErrors(true);
      // What is missing may be far up or down in a long list.
      notify('请检查标红的内容', 'warning');
      return;
    }
    try {
      await returning.mutateAsync({ id: record.id, items: [...reasons].map(([itemId, reason]) => ({ itemId, reason: reason.trim() })) });
    } catch {
      // The mutation cache has shown why; what was typed stays.
      return;
    }
    await draft.forget();
    notify('已退回', 'success');
    onClose();
  };

  return (
    <Sheet
      isOpen
      title={`退回${record.deptName}的整改项`}
      onClose={() => void dismiss()}
      footer={
        <>
          <ActionButton onClick={dismiss}>不退回</ActionButton>
          <ActionButton tone="danger" isDisabled={reasons.size === 0} onClick={handleConfirm}>
            退回 {reasons.size} 项
          </ActionButton>
        </>
      }
    >
      {isRestored && hasInput && <RestoredNotice deed="提交" onDiscard={handleDiscard} />}
      <p className={styles['hint']}>退回的整改项变为待整改，科室会看到退回原因；已填写的内容和其他整改项保持不变。</p>
      <ul>
        {candidates.map((item) => {
          const reason = reasons.get(item.itemId);
          return (
            <li key={item.itemId} className={styles['item']}>
              <Checkbox
                label={`${item.seq}. ${item.content}`}
                isChecked={reason !== undefined}
                onChange={(isChosen) => change(item.itemId, isChosen ? '' : undefined)}
              />
              {reason !== undefined && (
                <TextField
                  label="退回原因"
                  value={reason}
                  onChange={(text) => change(item.itemId, text)}
                  error={hasErrors ? problemOf(reason) : undefined}
                  isRequired
                  rows={2}
                  maxLength={RETURN_REASON_MAX}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
