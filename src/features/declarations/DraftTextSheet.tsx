import { useState } from 'react';
import { roleOf } from '#contract/roles.ts';
import { DepartmentFilter } from '@/parts/departments/DepartmentFilter.tsx';
import { useDraftText } from '@/queries/declaration-queries.ts';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './DraftTextSheet.module.css';

export interface DraftTextSheetProps {
  type: number;
  year: number;
  /** Whose record it is; empty for a new one. */
  deptId: string;
  /** Whether the form has a text already, which is never replaced without a word. */
  hasText: boolean;
  onUse: (draft: { title: string; body: string }, how: 'replace' | 'append') => void;
  onClose: () => void;
}

/** The text that the server makes of the year's records, to be read before it goes into the form. */
export function DraftTextSheet({ type, year, deptId, hasText, onUse, onClose }: DraftTextSheetProps) {
  const { user } = useSession();
  const [source, setSource] = useState(deptId);
  const drafting = useDraftText(type, year, source);
  const { data } = drafting;

  return (
    <Sheet
      isOpen
      title={`${year} 年草稿`}
      onClose={onClose}
      footer={
        data === undefined ? (
          <ActionButton onClick={onClose}>取消</ActionButton>
        ) : hasText ? (
          <>
            <ActionButton onClick={() => onUse(data, 'append')}>追加到末尾</ActionButton>
            <ActionButton tone="danger" onClick={() => onUse(data, 'replace')}>
              替换已填写的正文
            </ActionButton>
          </>
        ) : (
          <>
            <ActionButton onClick={onClose}>取消</ActionButton>
            <ActionButton tone="primary" onClick={() => onUse(data, 'replace')}>
              使用草稿
            </ActionButton>
          </>
        )
      }
    >
      {user !== undefined && roleOf(user) === 'admin' && <SourceSelect value={source} onChange={setSource} />}
      {data !== undefined ? (
        <>
          <p className={styles['note']}>
            以下是{data.name}的情况，根据 {data.from} 至 {data.to} 的自查、问题和整改记录生成，请核对并修改后再申报。
          </p>
          <div className={styles['text']}>{data.body}</div>
        </>
      ) : (
        <NotLoaded of={drafting} rows={3} />
      )}
    </Sheet>
  );
}

function SourceSelect(field: { value: string; onChange: (value: string) => void }) {
  const departments = useDepartmentOptions();
  // Until they are known, the field would name another than the one that was asked for.
  if (departments.data === undefined) return null;
  return (
    <div className={styles['source']}>
      <DepartmentFilter label="汇总范围" {...field} emptyLabel="全院" />
    </div>
  );
}
