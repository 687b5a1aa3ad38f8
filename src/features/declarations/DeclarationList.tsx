import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Declaration } from '#contract/declaration.ts';
import { DECLARATION_TITLE_MAX, DECLARATIONS_PER_DELETE } from '#contract/limits.ts';
import { roleOf } from '#contract/roles.ts';
import { rules } from '#contract/rules.ts';
import { formatTime } from '@/lib/dates.ts';
import { declarationsPath, paths } from '@/lib/paths.ts';
import { type DeclarationFilter, useDeclarationList } from '@/queries/declaration-queries.ts';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { ListActions } from '@/ui/lists/ListActions.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { SelectionBar } from '@/ui/lists/SelectionBar.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { isYear, NEW, YEAR_MESSAGE } from './declaration-form.ts';
import type { DeclarationKind } from './declaration-kinds.ts';
import { DeclarationTag } from './DeclarationTags.tsx';
import { UnsavedForms } from './UnsavedForms.tsx';
import { useDeletion } from './useDeletion.tsx';
import styles from './DeclarationList.module.css';

const columns: Column<Declaration>[] = [
  { key: 'title', title: '标题', onCard: 'title', minWidth: '12em', render: ({ title }) => title },
  { key: 'year', title: '年度', width: '72px', align: 'right', render: ({ year }) => year },
  { key: 'status', title: '状态', width: '104px', onCard: 'tag', render: (record) => <DeclarationTag {...record} /> },
  { key: 'deptName', title: '科室', width: '150px', render: ({ deptName }) => deptName },
  { key: 'attachmentCount', title: '附件', width: '72px', align: 'right', render: ({ attachmentCount }) => attachmentCount },
  { key: 'updatedAt', title: '最近修改', width: '220px', render: ({ updatedByName, updatedAt }) => <>{updatedByName} <WholeWords text={formatTime(updatedAt)} /></> },
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
  const handleAdd = (): void => void navigate(declarationsPath(type, NEW));
  const addButton = (
    <ActionButton tone="primary" size="small" onClick={handleAdd}>
      新增{kind.title}
    </ActionButton>
  );

  return (
    <Page actions={<ListActions add={{ label: `新增${kind.title}`, onSelect: handleAdd }} />}>
      <div className={styles['content']}>
        <UnsavedForms kind={kind} />
        <SearchBar {...asked.bar} isPending={list.isFetching && list.isPlaceholderData}>
          <TextField label="标题" {...fields.bind('title')} />
          <TextField label="年度" {...fields.bind('year')} inputMode="numeric" placeholder="例如 2026" />
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
        {!isAdmin && <p className={styles['note']}>这里是本科室的记录。申报后只有管理员可以修改或删除。</p>}
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
              columns={columns}
              rows={declarations}
              rowKey={(record) => record.id}
              rowPath={(record) => paths.document.to(type, record.id)}
              selection={{
                selected: new Set(selected.keys()),
                onToggle: handleToggle,
                nameOf: (record) => record.title,
                isLocked: (record) => !record.mayChange,
              }}
              actions={(record) =>
                record.mayChange && (
                  <>
                    <ActionButton tone="text" size="small" label={`编辑 ${record.title}`} onClick={() => navigate(declarationsPath(type, record.id))}>
                      编辑
                    </ActionButton>
                    <ActionButton tone="text" size="small" label={`删除 ${record.title}`} onClick={() => handleDelete([record])}>
                      删除
                    </ActionButton>
                  </>
                )
              }
            />
          )}
        </PagedList>
      </div>
    </Page>
  );
}

function DepartmentFilter(field: { value: string; onChange: (value: string) => void }) {
  const departments = useDepartmentOptions();
  return (
    <Select
      label="科室"
      value={field.value}
      onChange={field.onChange}
      emptyLabel="全部科室"
      options={(departments.data ?? []).map(({ id, deptName }) => ({ value: id, label: deptName }))}
    />
  );
}
