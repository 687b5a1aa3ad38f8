import { TASK_TYPES } from '#contract/task-status.ts';
import { Select } from '@/ui/controls/Select.tsx';
import type { BoundField } from '@/ui/controls/useFields.ts';

const options = TASK_TYPES.map(({ value, label }) => ({ value: String(value), label }));

/** Of which type the tasks of a list are. */
export const TaskTypeSelect = (field: BoundField) => <Select label="任务类型" {...field} emptyLabel="全部类型" options={options} />;
