import type { Department } from '#contract/department.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { useDeleteDepartment } from '@/queries/department-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';

/** Asks before a department is deleted, and stays to say why it cannot be. */
export function DeleteDepartmentSheet({ department, onClose }: { department: Department; onClose: () => void }) {
  const deleting = useDeleteDepartment();
  const [refused, setRefusal] = useFormProblem();
  // What the row says already need not be asked of the server.
  const refusal = refused ?? (department.employeeCount > 0 ? `科室下还有 ${department.employeeCount} 名人员，请先将人员移到其他科室` : undefined);

  const handleConfirm = async (): Promise<void> => {
    try {
      await deleting.mutateAsync(department.id);
    } catch (error) {
      setRefusal(sentenceOf(error, '删除失败，请重试'));
      return;
    }
    notify('科室已删除', 'success');
    onClose();
  };

  return (
    <Sheet
      isOpen
      title="删除科室"
      onClose={onClose}
      footer={
        refusal === undefined ? (
          <>
            <ActionButton onClick={onClose}>取消</ActionButton>
            <ActionButton tone="danger" onClick={handleConfirm}>
              确认删除
            </ActionButton>
          </>
        ) : (
          <ActionButton tone="primary" onClick={onClose}>
            知道了
          </ActionButton>
        )
      }
    >
      {refusal === undefined ? (
        <p>确定删除“{department.deptName}”吗？删除后不能恢复。有人员或检查任务的科室不能删除。</p>
      ) : (
        <div className={stack['items']}>
          <p>不能删除“{department.deptName}”：</p>
          <FormProblem>{refusal}</FormProblem>
        </div>
      )}
    </Sheet>
  );
}
