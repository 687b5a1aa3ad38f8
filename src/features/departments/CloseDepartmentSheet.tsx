import type { Department } from '#contract/department.ts';
import { today } from '@/lib/dates.ts';
import { useCloseDepartment } from '@/queries/department-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { DateField, dayRule } from '@/ui/controls/DateField.tsx';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './DepartmentSheet.module.css';

/** From when a department is closed. */
export function CloseDepartmentSheet({ department, onClose }: { department: Department; onClose: () => void }) {
  const closing = useCloseDepartment();
  const [problem, setProblem] = useFormProblem();
  const form = useFields({ from: { isRequired: true, rule: dayRule } }, { from: today() });

  const handleConfirm = async (): Promise<void> => {
    setProblem(undefined);
    if (!form.checkAll()) return;
    try {
      await closing.mutateAsync({ id: department.id, from: form.values.from });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '停用失败');
      return;
    }
    notify('科室已停用', 'success');
    onClose();
  };

  return (
    <Sheet
      isOpen
      title="停用科室"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>取消</ActionButton>
          <ActionButton tone="primary" onClick={handleConfirm}>
            确认停用
          </ActionButton>
        </>
      }
    >
      <div className={styles['form']}>
        <p>停用后，“{department.deptName}”不能再选为自查科室，也不再计入履职要求。已下发的任务可以继续完成，历史记录保留，以后可以恢复。</p>
        <DateField label="停用日期" {...form.bind('from')} />
        <FormProblem>{problem}</FormProblem>
      </div>
    </Sheet>
  );
}
