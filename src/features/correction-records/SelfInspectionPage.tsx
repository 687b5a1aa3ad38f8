import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type CorrectionStatus, correctionStatusLabel, TO_CONFIRM_LABEL } from '#contract/correction-status.ts';
import { CONFIRMED_AT_ONCE } from '#contract/limits.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#contract/paging.ts';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { formatDay, today } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { toggled } from '@/lib/toggled.ts';
import { DepartmentFilter } from '@/parts/departments/DepartmentFilter.tsx';
import { CorrectionStatusTag, RepeatedTag, ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { useCorrectionLedger, useCorrectionRecordList } from '@/queries/work/correction-record-queries.ts';
import type { CorrectionRecordFilter } from '@/queries/work/self-correction-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import stack from '@/ui/basics/stack.module.css';
import { saveFile } from '@/ui/browser/save-file.ts';
import { DateField, dayRule, notBeforeStart } from '@/ui/controls/DateField.tsx';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, type ColumnSort, DataList } from '@/ui/lists/DataList.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { SelectionBar } from '@/ui/lists/SelectionBar.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { useConfirmAll } from './useConfirmAll.tsx';
import styles from './SelfInspectionPage.module.css';

type Status = CorrectionStatus | 'overdue' | '';

const TABS: readonly { value: Status; label: string }[] = [
  { value: '', label: '全部' },
  { value: 'open', label: correctionStatusLabel.open },
  { value: 'overdue', label: '已逾期' },
  { value: 'corrected', label: TO_CONFIRM_LABEL },
  { value: 'confirmed', label: correctionStatusLabel.confirmed },
  { value: 'cancelled', label: correctionStatusLabel.cancelled },
];

/** What waits for confirmation is chosen from at once: as many rows as a page may have. */
const pageSizeOf = (status: Status): number => (status === 'corrected' ? Math.max(...PAGE_SIZES) : DEFAULT_PAGE_SIZE);

const columnsOf = (sortOf: (by: 'dueDate' | 'itemCount') => ColumnSort): Column<SelfCorrection>[] => [
  { key: 'dept', title: '科室', onPhone: 'title', render: (correction) => correction.deptName },
  { key: 'task', title: '任务', minWidth: '220px', onPhone: 'fact', render: (correction) => correction.taskName },
  { key: 'dueDate', title: '整改期限', sort: sortOf('dueDate'), width: '108px', render: (correction) => <WholeWords text={correction.dueDate} /> },
  {
    key: 'status',
    title: '状态',
    width: 'max(220px, 22vw)',
    onPhone: 'fact',
    render: (correction) => (
      <span className={styles['tags']}>
        <CorrectionStatusTag status={correction.status} isOverdue={correction.isOverdue} isLate={correction.isLate} isToConfirm />
        {correction.status === 'open' && correction.returnedCount > 0 && <ReturnedTag count={correction.returnedCount} />}
        {correction.repeatedCount > 0 && <RepeatedTag count={correction.repeatedCount} />}
      </span>
    ),
  },
  { key: 'corrected', title: '已整改', sort: sortOf('itemCount'), align: 'right', width: '84px', onPhone: 'hidden', render: (correction) => `${correction.correctedCount}/${correction.itemCount}` },
  {
    key: 'confirmed',
    title: '确认',
    width: '170px',
    isWide: true,
    onPhone: 'hidden',
    render: (correction) => (correction.confirmedAt === null ? '' : <>{correction.confirmedByName} <WholeWords text={formatDay(correction.confirmedAt)} /></>),
  },
];

/** 科室自纠记录: the self-corrections of all departments, for administrators. A visit that asks for a status begins anew with that. */
export default function SelfInspectionPage() {
  const { search, key } = useLocation();
  const asked = TABS.find(({ value }) => value === (new URLSearchParams(search).get('status') ?? ''))?.value ?? '';
  return <RecordList key={asked === '' ? '' : key} first={asked} />;
}

function RecordList({ first }: { first: Status }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const asked = useListFilter<CorrectionRecordFilter & { status?: Status }>(
    {
      taskName: { maxLength: 60 },
      deptId: {},
      startDate: { rule: dayRule },
      endDate: { rule: dayRule, check: notBeforeStart },
    },
    first === '' ? {} : { status: first, pageSize: pageSizeOf(first) },
    () => setSelected(new Set()),
  );
  const { fields, filter } = asked;
  const list = useCorrectionRecordList(filter);
  const ledger = useCorrectionLedger();
  const status = filter.status ?? '';
  const { confirmAll, isPending } = useConfirmAll();
  const waiting = status === 'corrected' ? (list.data?.records ?? []).filter((correction) => correction.status === 'corrected') : [];
  const chosen = waiting.filter(({ id }) => selected.has(id)).slice(0, CONFIRMED_AT_ONCE);

  const selection = waiting.length === 0 ? undefined : {
    selected,
    onToggle: (id: string) => setSelected(toggled(selected, id)),
    nameOf: (correction: SelfCorrection) => `${correction.deptName} ${correction.taskName}`,
    isLocked: (correction: SelfCorrection) => correction.status !== 'corrected',
  };
  const handleConfirm = async (): Promise<void> => {
    if (await confirmAll(chosen)) setSelected(new Set());
  };

  const handleExport = async (): Promise<void> => {
    const { pageNum: _pageNum, pageSize: _pageSize, ...shown } = filter;
    try {
      saveFile(await ledger.mutateAsync(shown), `整改台账_${today()}.xlsx`);
    } catch {
      // The mutation cache has shown why.
    }
  };

  return (
    <Page
      title="科室自纠记录"
      actions={
        <ActionButton size="small" onClick={handleExport}>
          导出
        </ActionButton>
      }
      search={
        <SearchBar {...asked.bar}>
          <TextField label="任务名称" {...fields.bind('taskName')} type="search" placeholder="任务名称" />
          <DepartmentFilter {...fields.bind('deptId')} />
          <DateField label="期限从" {...fields.bind('startDate')} placeholder="期限从" />
          <DateField label="期限至" {...fields.bind('endDate')} placeholder="期限至" />
        </SearchBar>
      }
      header={<FilterTabs label="自纠状态" tabs={TABS} value={status} onChange={(value) => asked.show({ status: value, pageSize: pageSizeOf(value) })} />}
    >
      <div className={stack['parts']}>
        {waiting.length > 0 && (
          <SelectionBar
            words={`已选 ${chosen.length}/${waiting.length} 份`}
            isEmpty={chosen.length === 0}
            onSelectPage={() => setSelected(new Set(waiting.map(({ id }) => id)))}
            onClear={() => setSelected(new Set())}
          >
            <ActionButton size="small" tone="primary" isPending={isPending} onClick={handleConfirm}>
              确认整改
            </ActionButton>
          </SelectionBar>
        )}
        <PagedList
          of={list}
          asked={asked}
          noMatch="没有符合条件的自纠，可重置条件后再试"
          none={<NoData hint={status === '' ? '还没有科室提交过不合格项' : `没有“${TABS.find(({ value }) => value === status)?.label}”的自纠`} />}
        >
          {(corrections) => (
            <DataList
              label="科室自纠记录"
              columns={columnsOf(asked.sortOf)}
              rows={corrections}
              rowKey={(correction) => correction.id}
              rowPath={(correction) => paths.selfInspectionDetail.to(correction.id)}
              {...(selection && { selection })}
            />
          )}
        </PagedList>
      </div>
    </Page>
  );
}
