import { useDraftText } from '@/queries/declaration-queries.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { ListSkeleton } from '@/ui/ListSkeleton.tsx';
import { LoadFailed } from '@/ui/LoadFailed.tsx';
import { Sheet } from '@/ui/Sheet.tsx';
import styles from './DraftTextSheet.module.css';

export interface DraftTextSheetProps {
  type: number;
  year: number;
  /** Whether the form has a text already, which is never replaced without a word. */
  hasText: boolean;
  onUse: (draft: { title: string; body: string }, how: 'replace' | 'append') => void;
  onClose: () => void;
}

/** The text that the server makes of the year's records, to be read before it goes into the form. */
export function DraftTextSheet({ type, year, hasText, onUse, onClose }: DraftTextSheetProps) {
  const drafting = useDraftText(type, year);
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
      {data !== undefined ? (
        <>
          <p className={styles['note']}>
            根据 {data.from} 至 {data.to} 的自查、问题和整改记录生成，请核对并修改后再申报。
          </p>
          <div className={styles['text']}>{data.body}</div>
        </>
      ) : drafting.isError ? (
        <LoadFailed error={drafting.error} onRetry={() => drafting.refetch()} />
      ) : (
        <ListSkeleton rows={3} />
      )}
    </Sheet>
  );
}
