import { COMPLIANCE_STAFF_MAX, PERSON_NAME_MAX } from '#contract/limits.ts';
import { personName } from '#contract/rules.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import type { ComplianceMember } from './institution-form.ts';
import styles from './InstitutionPage.module.css';

interface ComplianceStaffProps {
  staff: readonly ComplianceMember[];
  onChange: (staff: readonly ComplianceMember[]) => void;
}

/** 专(兼)职人员: who watches over lawful practice. */
export function ComplianceStaff({ staff, onChange }: ComplianceStaffProps) {
  const put = (index: number, changes: Partial<ComplianceMember>): void =>
    onChange(staff.map((member, position) => (position === index ? { ...member, ...changes } : member)));
  return (
    <>
      {staff.map(({ name, isFullTime }, index) => (
        <div key={index} className={styles['member']} role="group" aria-label={`管理人员 ${index + 1}`}>
          <TextField label="姓名" value={name} onChange={(next) => put(index, { name: next })} rule={personName} maxLength={PERSON_NAME_MAX} />
          <Select
            label="专职或兼职"
            value={isFullTime ? 'full' : 'part'}
            onChange={(value) => put(index, { isFullTime: value === 'full' })}
            options={[
              { value: 'full', label: '专职' },
              { value: 'part', label: '兼职' },
            ]}
          />
          <ActionButton tone="text" label={`移除管理人员 ${index + 1}`} onClick={() => onChange(staff.filter((_, position) => position !== index))}>
            移除
          </ActionButton>
        </div>
      ))}
      {staff.length < COMPLIANCE_STAFF_MAX && (
        <ActionButton onClick={() => onChange([...staff, { name: '', isFullTime: true }])}>添加管理人员</ActionButton>
      )}
    </>
  );
}
