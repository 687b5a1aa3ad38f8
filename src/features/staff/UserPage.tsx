import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { randomPassword } from '#contract/random-text.ts';
import type { Employee, InitialPassword, StaffImportReport } from '#contract/staff.ts';
import { clauseOf } from '@/lib/text/error-sentence.ts';
import { DepartmentFilter } from '@/parts/departments/DepartmentFilter.tsx';
import { isConflict } from '@/queries/client/conflict.ts';
import { fieldErrorsOf } from '@/queries/client/field-errors.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import {
  useCheckStaffImport,
  useStaffTemplate,
  type StaffFilter,
  useChangeEmployee,
  useDisableEmployee,
  useImportStaff,
  useResetPassword,
  useStaffList,
} from '@/queries/staff-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { UploadOutline } from '@/ui/basics/icons.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { saveFile } from '@/ui/browser/save-file.ts';
import { useOpen } from '@/ui/browser/useOpen.ts';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { DataList } from '@/ui/lists/DataList.tsx';
import { ListActions } from '@/ui/lists/ListActions.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { ImportSheet } from '@/ui/sheets/ImportSheet.tsx';
import type { MenuItem } from '@/ui/sheets/MenuButton.tsx';
import { tellLostAnswer, tellRefusal } from '@/ui/sheets/tell-refusal.ts';
import type { NewAccount } from './employee-props.ts';
import { EmployeeSheet } from './EmployeeSheet.tsx';
import { InitialPasswordsSheet } from './InitialPasswordsSheet.tsx';
import { PasswordSheet } from './PasswordSheet.tsx';
import { staffColumns } from './staff-columns.tsx';

/** What is open above the list. */
type Open = { kind: 'add' | 'import' } | { kind: 'edit'; employee: Employee };

/** Passwords to be told, this once. */
type ToTell = { kind: 'one'; title: string; account: NewAccount } | { kind: 'many'; passwords: InitialPassword[] };

/** 人员管理: the accounts of the company. A visit that asks for one begins anew with that. */
export default function UserPage() {
  const { search, key } = useLocation();
  const account = new URLSearchParams(search).get('account') ?? '';
  return <Staff key={account === '' ? '' : key} account={account} />;
}

/** @param props.account that the list begins with */
function Staff({ account }: { account: string }) {
  const { user } = useSession();
  const asked = useListFilter<StaffFilter>({ employeeName: { maxLength: 50 }, account: { maxLength: 32 }, deptId: {}, isAdmin: {}, enabled: {} }, { account });
  const { fields } = asked;
  const { open, setOpen, close } = useOpen<Open>();
  // Apart from what is open: an answer that comes late neither takes a form away nor is lost with one.
  const [toTell, setToTell] = useState<ToTell[]>([]);
  const [told] = toTell;
  const list = useStaffList(asked.filter);
  const importing = useImportStaff();
  const checkImport = useCheckStaffImport();
  const readTemplate = useStaffTemplate();
  const disabling = useDisableEmployee();
  const changing = useChangeEmployee();
  const resetting = useResetPassword();
  const tell = (next: ToTell): void => setToTell((before) => [...before, next]);
  const closeTold = (): void => setToTell(([, ...rest]) => rest);

  const handleDisable = async (employee: Employee): Promise<void> => {
    const isSure = await confirmDialog({
      title: '停用人员',
      content: `停用后，${employee.employeeName}（${employee.account}）会立即退出登录，不能再登录。已填写的记录都会保留，以后可以重新启用。`,
      confirmText: '停用',
      isDestructive: true,
    });
    if (!isSure) return;
    try {
      await disabling.mutateAsync(employee.id);
      notify('已停用', 'success');
    } catch (error) {
      if (isAnswerLost(error)) await tellLostAnswer(error, '可能已经停用，请刷新列表核对。');
      else await tellRefusal('没有停用', error);
    }
  };
  const handleEnable = async ({ id }: Employee): Promise<void> => {
    try {
      await changing.mutateAsync({ id, enabled: 1 });
      notify('已启用', 'success');
    } catch (error) {
      if (isAnswerLost(error)) await tellLostAnswer(error, '可能已经启用，请刷新列表核对。');
      else await tellRefusal('没有启用', error);
    }
  };
  /** @param props.again knowing that another administrator has done it a moment ago */
  const resetPassword = async ({ account, employeeName, again }: { account: string; employeeName: string; again?: 1 }): Promise<void> => {
    const pwd = randomPassword();
    try {
      await resetting.mutateAsync({ account, pwd, ...(again && { again }) });
      tell({ kind: 'one', title: '密码已重置', account: { account, employeeName, pwd } });
    } catch (error) {
      if (isAnswerLost(error)) await tellLostAnswer(error, '密码可能已经重置，请再次重置以得到新密码。');
      else if (isConflict(error) && fieldErrorsOf(error).length > 0) {
        const isSure = await confirmDialog({ title: '刚刚重置过', content: `${clauseOf(error)}。仍要重置吗？`, confirmText: '仍要重置', isDestructive: true });
        if (isSure) await resetPassword({ account, employeeName, again: 1 });
      } else await tellRefusal('没有重置', error);
    }
  };
  const handleResetPassword = async ({ account, employeeName }: Employee): Promise<void> => {
    const isSure = await confirmDialog({
      title: '重置密码',
      content: `将为${employeeName}（${account}）生成新的初始密码。原密码立即失效，已登录的设备全部退出，下次登录时必须修改密码。`,
      confirmText: '重置',
    });
    if (isSure) await resetPassword({ account, employeeName });
  };
  const handleImported = ({ importedCount, initialPasswords }: StaffImportReport): void => {
    if (initialPasswords.length > 0) tell({ kind: 'many', passwords: initialPasswords });
    close();
    notify(`已导入 ${importedCount} 名人员`, 'success');
  };
  const itemsFor = (employee: Employee): MenuItem[] => {
    const edit = { label: '编辑', onSelect: () => setOpen({ kind: 'edit', employee }) };
    // Nobody shuts himself out by mistake; the own password is changed with the old one, in 个人中心.
    if (employee.id === user?.employeeId) return [edit];
    if (employee.enabled === 0) return [edit, { label: '启用', onSelect: () => void handleEnable(employee) }];
    return [edit, { label: '重置密码', onSelect: () => void handleResetPassword(employee) }, { label: '停用', onSelect: () => void handleDisable(employee) }];
  };
  const addButton = (
    <ActionButton tone="primary" size="small" onClick={() => setOpen({ kind: 'add' })}>
      新增人员
    </ActionButton>
  );

  return (
    <Page
      actions={
        <ListActions
          add={{ label: '新增人员', onSelect: () => setOpen({ kind: 'add' }) }}
          more={[{ label: '导入', icon: <UploadOutline aria-hidden />, onSelect: () => setOpen({ kind: 'import' }) }]}
        />
      }
      search={
        <SearchBar {...asked.bar}>
          <TextField label="姓名" {...fields.bind('employeeName')} type="search" placeholder="姓名" />
          <TextField label="账号" {...fields.bind('account')} placeholder="账号" />
          <DepartmentFilter {...fields.bind('deptId')} />
          <Select
            label="角色"
            {...fields.bind('isAdmin')}
            emptyLabel="全部角色"
            options={[
              { value: '1', label: '管理员' },
              { value: '0', label: '普通用户' },
            ]}
          />
          <Select
            label="状态"
            {...fields.bind('enabled')}
            emptyLabel="全部状态"
            options={[
              { value: '1', label: '启用' },
              { value: '0', label: '停用' },
            ]}
          />
        </SearchBar>
      }
    >
      <div className={stack['parts']}>
        <PagedList
          of={list}
          asked={asked}
          noMatch="没有符合条件的人员，可重置条件后再试"
          none={<NoData hint="还没有人员，可新增或从表格导入" action={addButton} />}
        >
          {(employees) => (
            <DataList
              label="人员列表"
              columns={staffColumns(asked.sortOf)}
              rows={employees}
              rowKey={(employee) => employee.id}
              onOpen={(employee) => setOpen({ kind: 'edit', employee })}
              menu={{ nameOf: ({ employeeName }) => employeeName, itemsOf: itemsFor }}
            />
          )}
        </PagedList>
      </div>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <EmployeeSheet
          employee={open.kind === 'edit' ? open.employee : undefined}
          onClose={close}
          onAdded={(account) => {
            tell({ kind: 'one', title: '人员已新增', account });
            close();
          }}
        />
      )}
      {open?.kind === 'import' && (
        <ImportSheet
          title="导入人员"
          unit="名人员"
          onClose={close}
          onDownloadTemplate={async () => saveFile(await readTemplate(), '人员导入模板.xlsx')}
          onCheck={checkImport}
          onImport={importing.mutateAsync}
          onImported={handleImported}
          lostWithAnswer="这次生成的初始密码将不再显示，只能逐个重置密码。"
        />
      )}
      {told?.kind === 'one' && <PasswordSheet key={told.account.pwd} title={told.title} account={told.account} onClose={closeTold} />}
      {told?.kind === 'many' && <InitialPasswordsSheet passwords={told.passwords} onClose={closeTold} />}
    </Page>
  );
}
