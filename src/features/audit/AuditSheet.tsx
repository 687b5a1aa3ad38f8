import type { ReactNode } from 'react';
import type { AuditRecord } from '#contract/audit.ts';
import { formatTime } from '@/lib/dates.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './AuditSheet.module.css';

/** Breaks before the account, not inside. */
export const personOf = ({ employeeName, account }: AuditRecord): ReactNode => (employeeName === '' ? account : <>{employeeName}<WholeWords text={`（${account}）`} /></>);

export function ResultTag({ record }: { record: AuditRecord }) {
  return <StatusTag tone={record.succeeded === 1 ? 'qualified' : 'warning'}>{record.succeeded === 1 ? '成功' : '失败'}</StatusTag>;
}

/** Everything that one record of the audit log holds. */
export function AuditSheet({ record, onClose }: { record: AuditRecord | undefined; onClose: () => void }) {
  if (record === undefined) return null;
  const facts: [name: string, value: ReactNode][] = [
    ['内容', record.summary],
    ['时间', formatTime(record.at)],
    ['人员', personOf(record)],
    ['地址', record.address],
    ['对象', record.objectName],
    ['对象编号', record.objectId],
    ['记录编号', record.id],
  ];
  return (
    <Sheet isOpen title={record.actionName} onClose={onClose} placement="side">
      <p className={styles['result']}>
        <ResultTag record={record} />
      </p>
      <dl className={styles['facts']}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Sheet>
  );
}
