import { useEmployee } from '@/queries/staff-queries.ts';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import type { EmployeeSheetProps } from './employee-props.ts';
import { EmployeeForm } from './EmployeeForm.tsx';

/** Adds an employee, or changes the given one, whose full numbers are asked for here and nowhere else. */
export function EmployeeSheet({ employee, onClose, onAdded }: EmployeeSheetProps) {
  if (employee === undefined) return <EmployeeForm employee={undefined} onClose={onClose} onAdded={onAdded} />;
  return <LoadedForm id={employee.id} onClose={onClose} onAdded={onAdded} />;
}

function LoadedForm({ id, onClose, onAdded }: { id: string } & Omit<EmployeeSheetProps, 'employee'>) {
  const detail = useEmployee(id);
  if (detail.data) return <EmployeeForm employee={detail.data} onClose={onClose} onAdded={onAdded} />;
  return (
    <Sheet isOpen title="编辑人员" onClose={onClose}>
      <NotLoaded of={detail} rows={3} />
    </Sheet>
  );
}
