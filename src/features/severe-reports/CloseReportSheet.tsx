import { useState } from 'react';
import { SEVERE_TEXT_MAX } from '#contract/limits.ts';
import { checkField } from '#contract/rules.ts';
import type { SevereReport } from '#contract/severe-report.ts';
import { useCloseSevere } from '@/queries/severe-report-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import styles from './SevereReportsPage.module.css';

/** Asks why a problem needs no report. */
export function CloseReportSheet({ report, onClose }: { report: SevereReport; onClose: () => void }) {
  const close = useCloseSevere();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useFormProblem();
  const dismiss = useDismiss(reason.trim() !== '', onClose);
  const handleClose = async (): Promise<void> => {
    setProblem(undefined);
    const found = checkField(reason, { required: true, maxLength: SEVERE_TEXT_MAX });
    setError(found);
    if (found !== undefined) return;
    try {
      await close.mutateAsync({ id: report.id, reason: reason.trim() });
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : '操作失败，请重试');
      return;
    }
    notify('报告已关闭', 'success');
    onClose();
  };
  return (
    <Sheet
      isOpen
      title="关闭重大问题报告"
      onClose={() => void dismiss()}
      footer={
        <>
          <ActionButton onClick={dismiss}>取消</ActionButton>
          <ActionButton tone="danger" onClick={handleClose}>
            确认关闭
          </ActionButton>
        </>
      }
    >
      <div className={styles['content']}>
        <p>经核实不需要报告的（如填错）才关闭，关闭后不能再登记报告。</p>
        <TextField label="关闭原因" value={reason} onChange={setReason} error={error} isRequired rows={3} maxLength={SEVERE_TEXT_MAX} />
        <FormProblem>{problem}</FormProblem>
      </div>
    </Sheet>
  );
}
