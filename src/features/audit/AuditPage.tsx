import { useState } from 'react';
import type { AuditRecord } from '#contract/audit.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { formatTime, isSameRange, type Range } from '@/lib/dates.ts';
import { type AuditListFilter, useAuditFile, useAuditList } from '@/queries/audit-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { saveFile } from '@/ui/browser/save-file.ts';
import { useNewDay } from '@/ui/browser/useNewDay.ts';
import { DateRange, rangeProblem } from '@/ui/controls/ranges.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { ACTION_OPTIONS, type AuditFields, defaultFields, RESULT_OPTIONS, toFilter } from './audit-filter.ts';
import { AuditSheet, personOf, ResultTag } from './AuditSheet.tsx';
import styles from './AuditPage.module.css';

const columns: Column<AuditRecord>[] = [
  { key: 'action', title: '操作', onCard: 'title', width: '150px', render: (record) => record.actionName },
  { key: 'result', title: '结果', onCard: 'tag', width: '90px', render: (record) => (record.succeeded === 1 ? '成功' : <ResultTag record={record} />) },
  { key: 'summary', title: '内容', minWidth: '10em', render: (record) => <span className={styles['summary']}>{record.summary}</span> },
  { key: 'person', title: '人员', width: '170px', render: personOf },
  { key: 'at', title: '时间', width: '170px', render: (record) => <WholeWords text={formatTime(record.at)} /> },
  { key: 'address', title: '地址', width: '140px', onCard: 'hidden', render: (record) => <WholeWords text={record.address} /> },
];

const PERSON_MAX = 50;

/** 操作日志: who did what, when and from where, for administrators. */
export default function AuditPage() {
  const [fields, setFields] = useState<AuditFields>(() => defaultFields());
  const [isChecked, setIsChecked] = useState(false);
  const [filter, setFilter] = useState<AuditListFilter>(() => ({ ...toFilter(defaultFields()), pageNum: 1, pageSize: DEFAULT_PAGE_SIZE }));
  const [shown, setShown] = useState<AuditRecord>();
  useNewDay((before, now) => {
    const [old, days] = [defaultFields(before).days, defaultFields(now).days];
    if (isSameRange(fields.days, old)) setFields({ ...fields, days });
    if (isSameRange({ from: filter.startDate, to: filter.endDate }, old)) setFilter({ ...filter, startDate: days.from, endDate: days.to, pageNum: 1 });
  });
  const list = useAuditList(filter);
  const file = useAuditFile();
  const problem = rangeProblem(fields.days);
  const isRight = ({ days, person }: AuditFields): boolean => rangeProblem(days) === undefined && person.trim().length <= PERSON_MAX;

  const search = (next: AuditFields): void => {
    setFields(next);
    if (isRight(next)) setFilter({ ...toFilter(next), pageNum: 1, pageSize: filter.pageSize });
  };
  const handleReset = (): void => {
    setIsChecked(false);
    search(defaultFields());
  };
  const handleExport = async (): Promise<void> => {
    const { pageNum: _pageNum, pageSize: _pageSize, ...asked } = filter;
    try {
      saveFile(await file.mutateAsync(asked), `操作日志_${asked.startDate}_${asked.endDate}.xlsx`);
    } catch {
      // The mutation cache has shown why.
    }
  };

  return (
    <Page
      title="操作日志"
      actions={
        <ActionButton size="small" onClick={handleExport}>
          导出
        </ActionButton>
      }
    >
      <div className={styles['content']}>
        <SearchBar
          validate={() => {
            setIsChecked(true);
            return isRight(fields);
          }}
          onSearch={() => search(fields)}
          onReset={handleReset}
          isPending={list.isFetching && list.isPlaceholderData}
        >
          <div className={styles['range']}>
            <DateRange
              label="操作时间"
              value={fields.days}
              onChange={(days: Range) => setFields({ ...fields, days })}
              onShortcut={(days: Range) => search({ ...fields, days })}
              error={isChecked ? problem : undefined}
            />
          </div>
          <TextField label="人员" value={fields.person} onChange={(person) => setFields({ ...fields, person })} maxLength={PERSON_MAX} placeholder="账号或姓名" />
          <Select label="操作" value={fields.action} onChange={(action) => search({ ...fields, action })} emptyLabel="全部操作" options={ACTION_OPTIONS} />
          <Select label="结果" value={fields.succeeded} onChange={(succeeded) => search({ ...fields, succeeded })} emptyLabel="全部" options={RESULT_OPTIONS} />
        </SearchBar>
        <PagedList
          of={list}
          asked={{ isFiltered: true, reset: handleReset, turn: (page) => setFilter({ ...filter, ...page }) }}
          noMatch="这段时间没有符合条件的操作，可换一段时间或重置条件后再试"
          offline="现在没有网络，操作日志不保存在本机，请联网后再看"
        >
          {(records) => <DataList label="操作日志" columns={columns} rows={records} rowKey={(record) => record.id} onOpen={setShown} />}
        </PagedList>
      </div>
      <AuditSheet record={shown} onClose={() => setShown(undefined)} />
    </Page>
  );
}
