import { useLocation } from 'react-router-dom';
import { type CorrectionStatus, correctionStatusLabel } from '#contract/correction-status.ts';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { formatDay, today } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { CorrectionStatusTag, RepeatedTag, ReturnedTag } from '@/parts/tags/CorrectionTags.tsx';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { useCorrectionLedger, useCorrectionRecordList } from '@/queries/work/correction-record-queries.ts';
import type { CorrectionRecordFilter } from '@/queries/work/self-correction-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { saveFile } from '@/ui/browser/save-file.ts';
import { DateField, dayRule } from '@/ui/controls/DateField.tsx';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import styles from './SelfInspectionPage.module.css';

type Status = CorrectionStatus | 'overdue' | '';

const TABS: readonly { value: Status; label: string }[] = [
  { value: '', label: '全部' },
  { value: 'open', label: correctionStatusLabel.open },
  { value: 'overdue', label: '已逾期' },
  { value: 'corrected', label: '待确认' },
  { value: 'confirmed', label: correctionStatusLabel.confirmed },
  { value: 'cancelled', label: correctionStatusLabel.cancelled },
];

const columns: Column<SelfCorrection>[] = [
  { key: 'dept', title: '科室', onCard: 'title', width: '150px', render: (correction) => correction.deptName },
  { key: 'task', title: '任务', minWidth: '10em', render: (correction) => correction.taskName },
  {
    key: 'status',
    title: '状态',
    width: '230px',
    render: (correction) => (
      <span className={styles['tags']}>
        <CorrectionStatusTag status={correction.status} isOverdue={correction.isOverdue} isLate={correction.isLate} isToConfirm />
        {correction.status === 'open' && correction.returnedCount > 0 && <ReturnedTag count={correction.returnedCount} />}
        {correction.repeatedCount > 0 && <RepeatedTag count={correction.repeatedCount} />}
      </span>
    ),
  },
  { key: 'dueDate', title: '整改期限', width: '120px', render: (correction) => <WholeWords text={correction.dueDate} /> },
  { key: 'corrected', title: '已整改', align: 'right', width: '92px', render: (correction) => `${correction.correctedCount}/${correction.itemCount}` },
  {
    key: 'confirmed',
    title: '确认',
    width: '170px',
    onCard: 'hidden',
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
  const asked = useListFilter<CorrectionRecordFilter & { status?: Status }>(
    {
      taskName: { maxLength: 60 },
      deptId: {},
      startDate: { rule: dayRule },
      endDate: { rule: dayRule, check: (day, values) => (values['startDate'] && day < values['startDate'] ? '结束日期不能早于开始日期' : undefined) },
    },
    first === '' ? {} : { status: first },
  );
  const { fields, filter } = asked;
  const list = useCorrectionRecordList(filter);
  const ledger = useCorrectionLedger();
  const departments = useDepartmentOptions();
  const status = filter.status ?? '';

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
      header={<FilterTabs label="自纠状态" tabs={TABS} value={status} onChange={(value) => asked.show({ status: value })} />}
    >
      <div className={styles['content']}>
        <SearchBar {...asked.bar} isPending={list.isFetching && list.isPlaceholderData}>
          <TextField label="任务名称" {...fields.bind('taskName')} />
          <Select
            label="科室"
            {...fields.bind('deptId')}
            emptyLabel="全部科室"
            options={(departments.data ?? []).map((dept) => ({ value: dept.id, label: dept.deptName }))}
          />
          <DateField label="期限从" {...fields.bind('startDate')} />
          <DateField label="期限至" {...fields.bind('endDate')} />
        </SearchBar>
        <PagedList
          of={list}
          asked={asked}
          noMatch="没有符合条件的自纠，可重置条件后再试"
          none={<NoData hint={status === '' ? '还没有科室提交过不合格项' : `没有“${TABS.find(({ value }) => value === status)?.label}”的自纠`} />}
        >
          {(corrections) => (
            <DataList
              label="科室自纠记录"
              columns={columns}
              rows={corrections}
              rowKey={(correction) => correction.id}
              rowPath={(correction) => paths.selfInspectionDetail.to(correction.id)}
            />
          )}
        </PagedList>
      </div>
    </Page>
  );
}
