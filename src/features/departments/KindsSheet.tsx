import { useState } from 'react';
import type { DepartmentOption } from '#contract/department.ts';
import { DEPARTMENT_KINDS, type DepartmentKind, departmentKindLabel } from '#contract/department-kind.ts';
import { DEPTS_PER_TASK } from '#contract/limits.ts';
import { proposeKind } from '#contract/propose-kind.ts';
import { useSetDeptKinds } from '@/queries/department-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './DepartmentSheet.module.css';

type Kinds = ReadonlyMap<string, DepartmentKind | undefined>;

const options = DEPARTMENT_KINDS.map((kind) => ({ value: kind, label: departmentKindLabel[kind] }));

interface KindsSheetProps {
  /** Those without a kind, as they were when it was opened. */
  departments: readonly DepartmentOption[];
  onClose: () => void;
}

/** Proposes a kind for each from its name; what is wrong is changed here before it holds. */
export function KindsSheet({ departments, onClose }: KindsSheetProps) {
  const setting = useSetDeptKinds();
  const [problem, setProblem] = useFormProblem();
  const [kinds, setKinds] = useState<Kinds>(() => new Map(departments.map(({ id, deptName }) => [id, proposeKind(deptName)])));
  const chosen = departments.flatMap(({ id }) => {
    const kind = kinds.get(id);
    return kind === undefined ? [] : [{ id, kind }];
  });

  const handleSave = async (): Promise<void> => {
    setProblem(undefined);
    try {
      for (let start = 0; start < chosen.length; start += DEPTS_PER_TASK) {
        await setting.mutateAsync({ kinds: chosen.slice(start, start + DEPTS_PER_TASK) });
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '保存失败');
      return;
    }
    notify('科室类别已补上', 'success');
    onClose();
  };

  return (
    <Sheet
      isOpen
      title="补上科室类别"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>取消</ActionButton>
          <ActionButton tone="primary" isDisabled={chosen.length === 0} onClick={handleSave}>
            {`保存 ${chosen.length} 个`}
          </ActionButton>
        </>
      }
    >
      <div className={styles['form']}>
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
        <FormProblem>{problem}</FormProblem>
      </div>
    </Sheet>
  );
}
