import type { Employee } from '#contract/staff.ts';

export interface NewAccount {
  account: string;
  employeeName: string;
  pwd: string;
}

export interface EmployeeSheetProps {
  /** Undefined for a new one. */
  employee: Employee | undefined;
  onClose: () => void;
  onAdded: (added: NewAccount) => void;
}
