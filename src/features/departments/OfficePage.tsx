import { useNavigate } from 'react-router-dom';
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
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { UploadOutline } from '@/ui/basics/icons.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { saveFile } from '@/ui/browser/save-file.ts';
import { useOpen } from '@/ui/browser/useOpen.ts';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { ListActions } from '@/ui/lists/ListActions.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { ImportSheet } from '@/ui/sheets/ImportSheet.tsx';
import { CloseDepartmentSheet } from './CloseDepartmentSheet.tsx';
import { DeleteDepartmentSheet } from './DeleteDepartmentSheet.tsx';
import { DepartmentSheet } from './DepartmentSheet.tsx';
import styles from './OfficePage.module.css';

/** As it is dialled. */
const telephoneOf = ({ tel, extension }: Department): string => [tel, extension && (tel ? `转 ${extension}` : `分机 ${extension}`)].filter(Boolean).join(' ');

const columns: Column<Department>[] = [
  { key: 'deptName', title: '科室名称', onCard: 'title', minWidth: '7em', render: (dept) => <DeptName dept={dept} /> },
  { key: 'kind', title: '科室类别', width: '150px', render: (dept) => (dept.kind === undefined ? '未选择' : departmentKindLabel[dept.kind]) },
  { key: 'leader', title: '负责人', width: '140px', render: (dept) => dept.leader || '未填写' },
  { key: 'tel', title: '联系电话', width: '180px', render: (dept) => <WholeWords text={telephoneOf(dept) || '未填写'} /> },
  { key: 'employeeCount', title: '在用人员', align: 'right', width: '96px', render: (dept) => dept.employeeCount },
  { key: 'sort', title: '排序', align: 'right', width: '72px', onCard: 'hidden', render: (dept) => dept.sort },
  { key: 'remark', title: '备注', onCard: 'hidden', render: (dept) => <span className={styles['remark']}>{dept.remark}</span> },
];

/** With the day of closing, where there is one. */
function DeptName({ dept: { deptName, closedFrom } }: { dept: Department }) {
  if (closedFrom === undefined) return deptName;
  return (
    <>
      {deptName} <StatusTag tone="notApplicable">{closedFrom <= today() ? '已停用' : `${closedFrom} 起停用`}</StatusTag>
    </>
  );
}

/** What is open above the list. */
type Open = { kind: 'add' | 'import' } | { kind: 'edit' | 'delete' | 'close'; department: Department };

/** 科室管理: the departments of the company. */
export default function OfficePage() {
  const asked = useListFilter<DepartmentFilter>({ deptName: { maxLength: 50 } });
  const { fields, filter } = asked;
  const { open, setOpen, close } = useOpen<Open>();
  const navigate = useNavigate();
  const list = useDepartmentList(filter);
  const departments = useDepartmentOptions();
  const importing = useImportDepartments();
  const checkImport = useCheckDepartmentImport();
  const opening = useOpenDepartment();
  const readTemplate = useDepartmentTemplate();

  /** One that was added without a place comes last: there it is shown. The page is that of the number before, plus one. */
  const showLast = (): void => {
    fields.reset();
    asked.show({ pageNum: Math.floor((departments.data?.length ?? 0) / filter.pageSize) + 1, deptName: '' });
  };
  const handleOpen = async (department: Department): Promise<void> => {
    try {
      await opening.mutateAsync(department.id);
    } catch (error) {
      notify(error instanceof Error ? error.message : '恢复失败', 'error');
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
    >
      <div className={styles['content']}>
        <SearchBar {...asked.bar} isPending={list.isFetching && list.isPlaceholderData}>
          <TextField label="科室名称" {...fields.bind('deptName')} />
        </SearchBar>
        <PagedList
          of={list}
          asked={asked}
          noMatch="没有符合条件的科室，可重置条件后再试"
          none={<NoData hint="还没有科室，可新增或从表格导入" action={addButton} />}
        >
          {(departments) => (
            <DataList
              label="科室列表"
              columns={columns}
              rows={departments}
              rowKey={(dept) => dept.id}
              onOpen={(department) => setOpen({ kind: 'edit', department })}
              actions={(department) => (
                <>
                  <ActionButton tone="text" size="small" label={`编辑 ${department.deptName}`} onClick={() => setOpen({ kind: 'edit', department })}>
                    编辑
                  </ActionButton>
                  <ActionButton tone="text" size="small" label={`${department.deptName}的要点`} onClick={() => navigate(paths.deptPoints.to(department.id))}>
                    要点
                  </ActionButton>
                  {department.closedFrom === undefined ? (
                    <ActionButton tone="text" size="small" label={`停用 ${department.deptName}`} onClick={() => setOpen({ kind: 'close', department })}>
                      停用
                    </ActionButton>
                  ) : (
                    <ActionButton tone="text" size="small" label={`恢复 ${department.deptName}`} onClick={() => handleOpen(department)}>
                      恢复
                    </ActionButton>
                  )}
                  <ActionButton tone="text" size="small" label={`删除 ${department.deptName}`} onClick={() => setOpen({ kind: 'delete', department })}>
                    删除
                  </ActionButton>
                </>
              )}
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
