import { useState } from 'react';
import { randomPassword } from '#contract/random-text.ts';
import { isClosedOn } from '#contract/department-kind.ts';
import { EMAIL_MAX, PERSON_NAME_MAX } from '#contract/limits.ts';
import { personName, rules } from '#contract/rules.ts';
import type { Employee } from '#contract/staff.ts';
import { today } from '@/lib/dates.ts';
import { DepartmentField } from '@/parts/departments/DepartmentField.tsx';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { useOverwriting } from '@/queries/client/useOverwriting.ts';
import { readEmployee, useAddEmployee, useChangeEmployee } from '@/queries/staff-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { showFirstProblem } from '@/ui/controls/show-first-problem.ts';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import type { EmployeeSheetProps } from './employee-props.ts';
import { type AccountCheck, useAccountCheck } from './useAccountCheck.ts';
import styles from './EmployeeForm.module.css';

const accountHints: Record<AccountCheck, string> = {
  idle: '字母和数字，用于登录，保存后不能修改',
  checking: '正在检查账号是否可用…',
  free: '账号可用',
  taken: '',
  unknown: '暂时无法检查账号是否可用，保存时会再次检查',
};

const SEXES = ['男', '女'] as const;
type Sex = (typeof SEXES)[number] | '';
const options = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }));
const ROLE_OPTIONS = [
  { value: '0', label: '普通用户' },
  { value: '1', label: '管理员' },
];
const ENABLED_OPTIONS = [
  { value: '1', label: '启用' },
  { value: '0', label: '停用' },
];

const toValues = (employee: Employee | undefined) => ({
  employeeName: employee?.employeeName ?? '',
  account: employee?.account ?? '',
  deptId: employee?.deptId ?? '',
  sex: employee?.sex ?? '',
  tel: employee?.tel ?? '',
  email: employee?.email ?? '',
  idCard: employee?.idCard ?? '',
  isAdmin: String(employee?.isAdmin ?? 0),
  enabled: String(employee?.enabled ?? 1),
  pwd: employee === undefined ? randomPassword() : '',
});

const toRead = ({ employeeName, deptId, sex, tel, email, idCard, isAdmin, enabled }: Employee) => ({ employeeName, deptId, sex, tel, email, idCard, isAdmin, enabled });

/** The form of one employee, in its sheet. */
export function EmployeeForm({ employee, onClose, onAdded }: EmployeeSheetProps) {
  const isNew = employee === undefined;
  const { user } = useSession();
  const isOwn = employee !== undefined && employee.id === user?.employeeId;
  const departments = useDepartmentOptions();
  // Whoever is of a closed department stays there until somebody chooses another.
  const offered = (departments.data ?? []).filter((department) => department.id === employee?.deptId || !isClosedOn(today(), department));
  const adding = useAddEmployee();
  const changing = useChangeEmployee();
  const [initial] = useState(() => toValues(employee));
  const form = useFields(
    {
      employeeName: { maxLength: PERSON_NAME_MAX, isRequired: true, rule: personName },
      account: { maxLength: 32, isRequired: isNew, rule: rules.account },
      deptId: { isRequired: true },
      sex: {},
      tel: { maxLength: 11, rule: rules.phone },
      email: { maxLength: EMAIL_MAX, rule: rules.email },
      idCard: { maxLength: 18, rule: rules.idCard },
      isAdmin: {},
      enabled: {},
      pwd: { maxLength: 16, isRequired: isNew, rule: rules.strongPassword },
    },
    initial,
  );
  const overwrite = useOverwriting(employee && toRead(employee), async () => {
    const now = employee && (await readEmployee(employee.id));
    if (now !== undefined) form.rebase(toValues(now));
    return now && toRead(now);
  });
  const accountField = form.bind('account');
  const accountCheck = useAccountCheck(form.values.account, isNew && rules.account.test(form.values.account.trim()));
  const accountError = accountField.error ?? (accountCheck === 'taken' ? '账号已存在' : undefined);

  const save = async (): Promise<void> => {
    const { values } = form;
    const shared = {
      employeeName: values.employeeName.trim(),
      deptId: values.deptId,
      sex: values.sex as Sex,
      tel: values.tel.trim(),
      email: values.email.trim(),
      idCard: values.idCard.trim(),
      isAdmin: Number(values.isAdmin),
      enabled: Number(values.enabled),
    };
    if (employee === undefined) {
      const account = values.account.trim();
      await adding.mutateAsync({ ...shared, account, pwd: values.pwd });
      onAdded({ account, employeeName: shared.employeeName, pwd: values.pwd });
    } else {
      await overwrite((began) => changing.mutateAsync({ ...form.onlyChanged(shared), id: employee.id, ...began }));
    }
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (!form.checkAll()) return undefined;
    if (accountCheck === 'taken') {
      showFirstProblem();
      return undefined;
    }
    await save();
    return isNew ? '人员已新增' : '人员已保存';
  };

  return (
    <FormSheet title={isNew ? '新增人员' : '编辑人员'} hasInput={form.isDirty} fields={form} onSave={handleSave} onClose={onClose}>
      <TextField label="姓名" {...form.bind('employeeName')} />
      {isNew ? (
        <TextField label="账号" {...accountField} error={accountError} hint={accountHints[accountCheck]} />
      ) : (
        <TextField label="账号" value={employee.account} onChange={ignore} isDisabled hint="账号不能修改" />
      )}
      <DepartmentField
        label="科室"
        {...form.bind('deptId')}
        emptyLabel={departments.isError && departments.data === undefined ? '科室加载失败，请关闭后重试' : '请选择科室'}
        departments={offered}
      />
      <div className={styles['pair']}>
        {!isOwn && <Select label="角色" {...form.bind('isAdmin')} options={ROLE_OPTIONS} />}
        {!isNew && !isOwn && <Select label="状态" {...form.bind('enabled')} options={ENABLED_OPTIONS} />}
        <Select label="性别" {...form.bind('sex')} emptyLabel="未填写" options={options(SEXES)} />
      </div>
      <TextField label="手机号" {...form.bind('tel')} type="tel" />
      <TextField label="邮箱" {...form.bind('email')} inputMode="email" />
      <TextField label="身份证号" {...form.bind('idCard')} />
      {isNew && (
        <div className={styles['password']}>
          <TextField label="初始密码" {...form.bind('pwd')} hint="8-16 位，须同时含有字母和数字。首次登录时必须修改" />
          <ActionButton onClick={() => form.set('pwd', randomPassword())}>重新生成</ActionButton>
        </div>
      )}
    </FormSheet>
  );
}

const ignore = (): void => undefined;
