import type { Department } from '#contract/department.ts';
import { today } from '@/lib/dates.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useOverwriting } from '@/queries/client/useOverwriting.ts';
import { readDepartment, useCloseDepartment } from '@/queries/department-queries.ts';
import { DateField, dayRule } from '@/ui/controls/DateField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';

/** From when a department is closed. */
export function CloseDepartmentSheet({ department, onClose }: { department: Department; onClose: () => void }) {
  const closing = useCloseDepartment();
  const overwrite = useOverwriting({ from: department.closedFrom ?? '' }, async () => {
    const now = await readDepartment(department.id);
    return now && { from: now.closedFrom ?? '' };
  });
  const form = useFields({ from: { isRequired: true, rule: dayRule } }, { from: today() });

  const handleSave = async (): Promise<string | undefined> => {
    if (!form.checkAll()) return undefined;
    await overwrite((began) => closing.mutateAsync({ id: department.id, from: form.values.from, ...began }));
    return '科室已停用';
  };

  return (
    <FormSheet title="停用科室" saveLabel="确认停用" fields={form} onSave={handleSave} onClose={onClose}>
      <p>停用后，“{department.deptName}”不能再选为自查科室，也不再计入履职要求。已下发的任务可以继续完成，历史记录保留，以后可以恢复。</p>
      {department.employeeCount > 0 && <p>科室下还有 {department.employeeCount} 名在用人员，停用后仍可登录，请将需要调动的人员移到其他科室。</p>}
      <DateField label="停用日期" {...form.bind('from')} />
    </FormSheet>
  );
}
