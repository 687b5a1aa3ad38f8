import { useState } from 'react';
import type { AuditRecord } from '#contract/audit.ts';
import { DATE_RANGE_SHORTCUTS, formatTime, isSameRange, type Range } from '@/lib/dates.ts';
import { type AuditListFilter, useAuditFile, useAuditList } from '@/queries/audit-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import stack from '@/ui/basics/stack.module.css';
import { saveFile } from '@/ui/browser/save-file.ts';
import { useNewDay } from '@/ui/browser/useNewDay.ts';
import { useNow } from '@/ui/browser/useNow.ts';
import { DateField, dayRule, notBeforeStart } from '@/ui/controls/DateField.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { ACTION_OPTIONS, defaultDays, RESULT_OPTIONS, SHORTCUT_OPTIONS, shortcutOf } from './audit-filter.ts';
import { AuditSheet, personOf, ResultTag } from './AuditSheet.tsx';
import styles from './AuditPage.module.css';

const columns: Column<AuditRecord>[] = [
  { key: 'action', title: '操作', onPhone: 'title', render: (record) => record.actionName },
  { key: 'result', title: '结果', onPhone: 'fact', width: '72px', render: (record) => (record.succeeded === 1 ? '成功' : <ResultTag record={record} />) },
  { key: 'summary', title: '内容', minWidth: '160px', onPhone: 'hidden', render: (record) => <span className={styles['summary']}>{record.summary}</span> },
  { key: 'person', title: '人员', width: '150px', onPhone: 'fact', render: personOf },
  { key: 'at', title: '时间', width: '170px', onPhone: 'fact', render: (record) => <WholeWords text={formatTime(record.at)} /> },
  { key: 'address', title: '地址', width: '130px', onPhone: 'hidden', render: (record) => <WholeWords text={record.address} /> },
];

const toDates = ({ from, to }: Range): Pick<AuditListFilter, 'startDate' | 'endDate'> => ({ startDate: from, endDate: to });

/** 操作日志: who did what, when and from where, for administrators. */
export default function AuditPage() {
  const now = useNow();
  const asked = useListFilter<AuditListFilter>(
    {
      person: { maxLength: 50 },
      startDate: { rule: dayRule, isRequired: true },
      endDate: { rule: dayRule, isRequired: true, check: notBeforeStart },
      action: {},
      succeeded: {},
    },
    toDates(defaultDays()),
  );
  const { fields, filter } = asked;
  const [shown, setShown] = useState<AuditRecord>();
  const days: Range = { from: fields.values.startDate, to: fields.values.endDate };
  const setDays = ({ from, to }: Range): void => {
    fields.set('startDate', from);
    fields.set('endDate', to);
  };
  useNewDay((before, today) => {
    if (isSameRange(days, defaultDays(before))) setDays(defaultDays(today));
  });
  const list = useAuditList(filter);
  const file = useAuditFile();

  const handleReset = (): void => {
    const dates = toDates(defaultDays(now));
    fields.reset({ person: '', action: '', succeeded: '', pageNum: '', pageSize: '', ...dates });
    asked.show({ person: '', action: '', succeeded: '', ...dates });
  };
  const handleExport = async (): Promise<void> => {
    const { pageNum: _pageNum, pageSize: _pageSize, ...wanted } = filter;
    try {
      saveFile(await file.mutateAsync(wanted), `操作日志_${wanted.startDate}_${wanted.endDate}.xlsx`);
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
      search={
        // Its days are always asked for.
        <SearchBar {...asked.bar} active={asked.bar.active - 2} onReset={handleReset}>
          <TextField label="人员" {...fields.bind('person')} type="search" placeholder="人员" />
          <Select
            label="操作时间"
            value={shortcutOf(days, now)}
            onChange={(label) => setDays(DATE_RANGE_SHORTCUTS.find((shortcut) => shortcut.label === label)?.rangeAt(now) ?? days)}
            emptyLabel="自选日期"
            options={SHORTCUT_OPTIONS}
          />
          <DateField label="开始日期" {...fields.bind('startDate')} />
          <DateField label="结束日期" {...fields.bind('endDate')} />
          <Select label="操作" {...fields.bind('action')} emptyLabel="全部操作" options={ACTION_OPTIONS} />
          <Select label="结果" {...fields.bind('succeeded')} emptyLabel="全部结果" options={RESULT_OPTIONS} />
        </SearchBar>
      }
    >
      <div className={stack['parts']}>
        <PagedList
          of={list}
          asked={{ ...asked, reset: handleReset }}
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
