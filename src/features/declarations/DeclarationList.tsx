import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Declaration } from '#contract/declaration.ts';
import { DECLARATION_TITLE_MAX, DECLARATIONS_PER_DELETE } from '#contract/limits.ts';
import { roleOf } from '#contract/roles.ts';
import { rules } from '#contract/rules.ts';
import { formatDay } from '@/lib/dates.ts';
import { declarationsPath, paths } from '@/lib/paths.ts';
import { DepartmentFilter } from '@/parts/departments/DepartmentFilter.tsx';
import { type DeclarationFilter, useDeclarationList } from '@/queries/declaration-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, type ColumnSort, DataList } from '@/ui/lists/DataList.tsx';
import { ListActions } from '@/ui/lists/ListActions.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { SelectionBar } from '@/ui/lists/SelectionBar.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { isYear, NEW, YEAR_MESSAGE, yearOptions } from './declaration-form.ts';
import type { DeclarationKind } from './declaration-kinds.ts';
import { DeclarationTag } from './DeclarationTags.tsx';
import { OPENED } from './opened-form.ts';
import { UnsavedForms } from './UnsavedForms.tsx';
import { useDeletion } from './useDeletion.tsx';
import styles from './DeclarationList.module.css';

const columnsOf = (sortOf: (by: 'year' | 'updatedAt') => ColumnSort): Column<Declaration>[] => [
  { key: 'title', title: '标题', onPhone: 'title', render: ({ title }) => title },
  { key: 'year', title: '年度', sort: sortOf('year'), width: '72px', align: 'right', onPhone: 'fact', render: ({ year }) => year },
  { key: 'status', title: '状态', width: '96px', onPhone: 'fact', render: (record) => <DeclarationTag {...record} /> },
  { key: 'deptName', title: '科室', width: '140px', onPhone: 'fact', render: ({ deptName }) => deptName },
  { key: 'attachmentCount', title: '附件', width: '60px', align: 'right', onPhone: 'hidden', render: ({ attachmentCount }) => attachmentCount },
  { key: 'updatedAt', title: '最近修改', sort: sortOf('updatedAt'), width: '170px', onPhone: 'hidden', render: ({ updatedByName, updatedAt }) => <>{updatedByName} <WholeWords text={formatDay(updatedAt)} /></> },
];

/** The records of one type. */
export function DeclarationList({ kind }: { kind: DeclarationKind }) {
  const type = kind.selfDeclaredType;
  const { user } = useSession();
  const isAdmin = user !== undefined && roleOf(user) === 'admin';
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlyMap<string, Declaration>>(new Map());
  const clear = (): void => setSelected(new Map());
  const asked = useListFilter<DeclarationFilter>(
    { title: { maxLength: Math.min(50, DECLARATION_TITLE_MAX) }, year: { maxLength: 4, rule: rules.digits, check: (text) => (isYear(text) ? undefined : YEAR_MESSAGE) }, status: {}, deptId: {} },
    {},
    clear,
  );
  const { fields } = asked;
  const list = useDeclarationList(type, asked.filter);
  const deleteAll = useDeletion(kind);

  const select = (records: readonly Declaration[]): void => {
    const next = new Map([...selected, ...records.filter(({ mayChange }) => mayChange).map((record) => [record.id, record] as const)]);
    if (next.size > DECLARATIONS_PER_DELETE) notify(`一次最多选择 ${DECLARATIONS_PER_DELETE} 条`, 'warning');
    else setSelected(next);
  };
  const handleToggle = (id: string): void => {
    const record = list.data?.records.find((one) => one.id === id);
    const next = new Map(selected);
    if (next.delete(id)) setSelected(next);
    else if (record) select([record]);
  };
  const handleDelete = async (records: readonly Declaration[]): Promise<void> => {
    if (await deleteAll(records)) clear();
  };
  const handleAdd = (): void => void navigate(declarationsPath(type, NEW), OPENED);
  const addButton = (
    <ActionButton tone="primary" size="small" onClick={handleAdd}>
      新增{kind.title}
    </ActionButton>
  );

  // Boxes that nobody may tick would only take room.
  const selection = list.data?.records.some((record) => record.mayChange) === true && {
    selected: new Set(selected.keys()),
    onToggle: handleToggle,
    nameOf: (record: Declaration) => record.title,
    isLocked: (record: Declaration) => !record.mayChange,
  };
  return (
    <Page
      actions={<ListActions add={{ label: `新增${kind.title}`, onSelect: handleAdd }} />}
      search={
        <SearchBar {...asked.bar}>
          <TextField label="标题" {...fields.bind('title')} type="search" placeholder="标题" />
          <Select label="年度" {...fields.bind('year')} emptyLabel="全部年度" options={yearOptions(fields.bind('year').value)} />
          <Select
            label="状态"
            {...fields.bind('status')}
            emptyLabel="全部状态"
            options={[
              { value: 'draft', label: '草稿' },
              { value: 'declared', label: '已申报' },
            ]}
          />
          {isAdmin && <DepartmentFilter {...fields.bind('deptId')} />}
        </SearchBar>
      }
    >
      <div className={stack['parts']}>
        <UnsavedForms kind={kind} />
        {!isAdmin && <p className={`${letters['quiet']} ${styles['note']}`}>这里是本科室的记录。申报后只有管理员可以修改或删除。</p>}
        {selected.size > 0 && (
          <SelectionBar words={`已选 ${selected.size} 条`} onSelectPage={() => select(list.data?.records ?? [])} onClear={clear}>
            <ActionButton size="small" tone="danger" onClick={() => handleDelete([...selected.values()])}>
              删除
            </ActionButton>
          </SelectionBar>
        )}
        <PagedList
          of={list}
          asked={asked}
          noMatch={`没有符合条件的${kind.title}，可重置条件后再试`}
          none={<NoData hint={`还没有${kind.title}。${kind.bodyHint}`} action={addButton} />}
        >
          {(declarations) => (
            <DataList
              label={`${kind.title}列表`}
              columns={columnsOf(asked.sortOf)}
              rows={declarations}
              rowKey={(record) => record.id}
              rowPath={(record) => paths.document.to(type, record.id)}
              {...(selection && { selection })}
              menu={{
                nameOf: (record) => record.title,
                itemsOf: (record) =>
                  record.mayChange
                    ? [
                        { label: '编辑', onSelect: () => void navigate(declarationsPath(type, record.id), OPENED) },
                        { label: '删除', onSelect: () => void handleDelete([record]) },
                      ]
                    : [],
              }}
            />
          )}
        </PagedList>
      </div>
    </Page>
  );
}
