import { useLocation, useNavigate } from 'react-router-dom';
import type { Department } from '#contract/department.ts';
import { departmentKindLabel } from '#contract/department-kind.ts';
import type { ImportReport } from '#contract/spreadsheet-import.ts';
import { today } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import {
  useCheckDepartmentImport,
  type DepartmentFilter,
  useDepartmentTemplate,
  useDepartmentList,
  useDepartmentOptions,
  useImportDepartments,
  useOpenDepartment,
} from '@/queries/department-queries.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { UploadOutline } from '@/ui/basics/icons.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import stack from '@/ui/basics/stack.module.css';
import { saveFile } from '@/ui/browser/save-file.ts';
import { useOpen } from '@/ui/browser/useOpen.ts';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, type ColumnSort, DataList } from '@/ui/lists/DataList.tsx';
import { ListActions } from '@/ui/lists/ListActions.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { ImportSheet } from '@/ui/sheets/ImportSheet.tsx';
import { CloseDepartmentSheet } from './CloseDepartmentSheet.tsx';
import { DeleteDepartmentSheet } from './DeleteDepartmentSheet.tsx';
import { DepartmentSheet } from './DepartmentSheet.tsx';
import { KindsNotice } from './KindsNotice.tsx';
import styles from './OfficePage.module.css';

/** As it is dialled. */
const telephoneOf = ({ tel, extension }: Department): string => [tel, extension && (tel ? `转 ${extension}` : `分机 ${extension}`)].filter(Boolean).join(' ');

const columnsOf = (sortOf: (by: 'employeeCount') => ColumnSort): Column<Department>[] => [
  { key: 'deptName', title: '科室名称', onPhone: 'title', render: (dept) => <DeptName dept={dept} /> },
  { key: 'kind', title: '科室类别', width: '130px', onPhone: 'fact', render: (dept) => (dept.kind === undefined ? '未选类别' : departmentKindLabel[dept.kind]) },
  { key: 'leader', title: '负责人', width: '110px', render: (dept) => dept.leader },
  { key: 'tel', title: '联系电话', width: '170px', onPhone: 'fact', render: (dept) => telephoneOf(dept) && <WholeWords text={telephoneOf(dept)} /> },
  { key: 'employeeCount', title: '在用人员', sort: sortOf('employeeCount'), align: 'right', width: '84px', render: (dept) => dept.employeeCount },
  { key: 'sort', title: '排序', align: 'right', width: '60px', onPhone: 'hidden', render: (dept) => dept.sort },
  { key: 'remark', title: '备注', isWide: true, onPhone: 'hidden', render: (dept) => <span className={styles['remark']}>{dept.remark}</span> },
];

/** With the day of closing, where there is one. */
function DeptName({ dept: { deptName, closedFrom } }: { dept: Department }) {
  if (closedFrom === undefined) return deptName;
  return (
    <>
      {deptName} <StatusTag tone="notApplicable">{`${closedFrom} ${closedFrom <= today() ? '已停用' : '起停用'}`}</StatusTag>
    </>
  );
}

/** What is open above the list. */
type Open = { kind: 'add' | 'import' } | { kind: 'edit' | 'delete' | 'close'; department: Department };

/** 科室管理: the departments of the company. A visit that asks for one begins anew with that. */
export default function OfficePage() {
  const { search, key } = useLocation();
  const deptName = new URLSearchParams(search).get('deptName') ?? '';
  return <Departments key={deptName === '' ? '' : key} deptName={deptName} />;
}

/** @param props.deptName that the list begins with */
function Departments({ deptName }: { deptName: string }) {
  const asked = useListFilter<DepartmentFilter>({ deptName: { maxLength: 50 } }, { deptName });
  const { fields, filter } = asked;
  const { open, setOpen, close } = useOpen<Open>();
  const navigate = useNavigate();
  const list = useDepartmentList(filter);
  const departments = useDepartmentOptions();
  const importing = useImportDepartments();
  const checkImport = useCheckDepartmentImport();
  const opening = useOpenDepartment();
  const readTemplate = useDepartmentTemplate();

  /** One that was added without a place comes last in the usual order: there it is shown. The page is that of the number before, plus one. */
  const showLast = (): void => {
    fields.reset();
    asked.show({ pageNum: Math.floor((departments.data?.length ?? 0) / filter.pageSize) + 1, deptName: '', sortBy: '', sortOrder: '' });
  };
  const handleOpen = async (department: Department): Promise<void> => {
    try {
      await opening.mutateAsync(department.id);
    } catch (error) {
      notify(sentenceOf(error, '恢复失败，请重试'), 'error');
      return;
    }
    notify('科室已恢复', 'success');
  };
  const handleImported = ({ importedCount }: ImportReport): void => {
    close();
    notify(`已导入 ${importedCount} 个科室`, 'success');
  };
  const addButton = (
    <ActionButton tone="primary" size="small" onClick={() => setOpen({ kind: 'add' })}>
      新增科室
    </ActionButton>
  );

  return (
    <Page
      actions={
        <ListActions
          add={{ label: '新增科室', onSelect: () => setOpen({ kind: 'add' }) }}
          more={[{ label: '导入', icon: <UploadOutline aria-hidden />, onSelect: () => setOpen({ kind: 'import' }) }]}
        />
      }
      search={
        <SearchBar {...asked.bar}>
          <TextField label="科室名称" {...fields.bind('deptName')} type="search" placeholder="科室名称" />
        </SearchBar>
      }
    >
      <div className={stack['parts']}>
        <KindsNotice />
        <PagedList
          of={list}
          asked={asked}
          noMatch="没有符合条件的科室，可重置条件后再试"
          none={<NoData hint="还没有科室，可新增或从表格导入" action={addButton} />}
        >
          {(departments) => (
            <DataList
              label="科室列表"
              columns={columnsOf(asked.sortOf)}
              rows={departments}
              rowKey={(dept) => dept.id}
              onOpen={(department) => setOpen({ kind: 'edit', department })}
              menu={{
                nameOf: (department) => department.deptName,
                itemsOf: (department) => [
                  { label: '编辑', onSelect: () => setOpen({ kind: 'edit', department }) },
                  { label: '要点', onSelect: () => void navigate(paths.deptPoints.to(department.id)) },
                  department.closedFrom === undefined
                    ? { label: '停用', onSelect: () => setOpen({ kind: 'close', department }) }
                    : { label: '恢复', onSelect: () => void handleOpen(department) },
                  { label: '删除', onSelect: () => setOpen({ kind: 'delete', department }) },
                ],
              }}
            />
          )}
        </PagedList>
      </div>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <DepartmentSheet department={open.kind === 'edit' ? open.department : undefined} onClose={close} onAddedLast={showLast} />
      )}
      {open?.kind === 'close' && <CloseDepartmentSheet department={open.department} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDepartmentSheet department={open.department} onClose={close} />}
      {open?.kind === 'import' && (
        <ImportSheet
          title="导入科室"
          unit="个科室"
          onClose={close}
          onDownloadTemplate={async () => saveFile(await readTemplate(), '科室导入模板.xlsx')}
          onCheck={checkImport}
          onImport={importing.mutateAsync}
          onImported={handleImported}
        />
      )}
    </Page>
  );
}
