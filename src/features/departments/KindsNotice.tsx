import { useState } from 'react';
import type { DepartmentOption } from '#contract/department.ts';
import { useOpenDepartments } from '@/queries/department-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { KindsSheet } from './KindsSheet.tsx';

const hasNoKind = ({ kind }: DepartmentOption): boolean => kind === undefined;

/** Says how many departments have no kind, and what that means for them; nothing where all have one. */
export function KindsNotice() {
  const departments = useOpenDepartments();
  const [asked, setAsked] = useState<readonly DepartmentOption[]>();
  const without = departments.data?.filter(hasNoKind) ?? [];
  return (
    <>
      {without.length > 0 && (
        <Notice
          tone="warning"
          title={`${without.length} 个科室没有科室类别`}
          action={
            <ActionButton size="small" onClick={() => setAsked(without)}>
              按名称补上
            </ActionButton>
          }
        >
          没有类别的科室，下发任务时会被问到本机构的全部要点。
        </Notice>
      )}
      {asked !== undefined && <KindsSheet departments={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
