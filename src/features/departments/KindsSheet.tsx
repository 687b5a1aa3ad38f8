import { useState } from 'react';
import type { DepartmentOption } from '#contract/department.ts';
import { DEPARTMENT_KINDS, type DepartmentKind, departmentKindLabel } from '#contract/department-kind.ts';
import { DEPTS_PER_TASK } from '#contract/limits.ts';
import { proposeKind } from '#contract/propose-kind.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useSetDeptKinds } from '@/queries/department-queries.ts';
import { Select } from '@/ui/controls/Select.tsx';

type Kinds = ReadonlyMap<string, DepartmentKind | undefined>;

const options = DEPARTMENT_KINDS.map((kind) => ({ value: kind, label: departmentKindLabel[kind] }));

/** @param kept how many had been given a kind since the sheet was opened */
function saidOf(count: number, kept: number): string {
  if (kept === 0) return '科室类别已补上';
  return count === 0 ? `${kept} 个科室已有类别，保持不变` : `已补上 ${count} 个科室，另有 ${kept} 个已有类别，保持不变`;
}

interface KindsSheetProps {
  /** Those without a kind, as they were when it was opened. */
  departments: readonly DepartmentOption[];
  onClose: () => void;
}

/** Proposes a kind for each from its name; what is wrong is changed here before it holds. */
export function KindsSheet({ departments, onClose }: KindsSheetProps) {
  const setting = useSetDeptKinds();
  const [kinds, setKinds] = useState<Kinds>(() => new Map(departments.map(({ id, deptName }) => [id, proposeKind(deptName)])));
  const chosen = departments.flatMap(({ id }) => {
    const kind = kinds.get(id);
    return kind === undefined ? [] : [{ id, kind }];
  });

  const handleSave = async (): Promise<string> => {
    let count = 0;
    for (let start = 0; start < chosen.length; start += DEPTS_PER_TASK) {
      const { data } = await setting.mutateAsync({ kinds: chosen.slice(start, start + DEPTS_PER_TASK) });
      count += data.count;
    }
    return saidOf(count, chosen.length - count);
  };

  return (
    <FormSheet title="补上科室类别" saveLabel={`保存 ${chosen.length} 个`} canSave={chosen.length > 0} onSave={handleSave} onClose={onClose}>
      <p>类别按科室名称推定，请核对。保存后，新下发的任务只问与类别有关的要点；已下发的任务不变。</p>
      {departments.map(({ id, deptName }) => (
        <Select
          key={id}
          label={deptName}
          value={kinds.get(id) ?? ''}
          emptyLabel="未选择"
          options={options}
          onChange={(value) => setKinds(new Map(kinds).set(id, DEPARTMENT_KINDS.find((kind) => kind === value)))}
        />
      ))}
    </FormSheet>
  );
}
