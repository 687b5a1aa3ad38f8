import type { InstitutionPreview, MovedPoint } from '#contract/institution.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './InstitutionPage.module.css';

interface PreviewSheetProps {
  preview: InstitutionPreview;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** What the profile does to the institution's check points, before it is saved. */
export function PreviewSheet({ preview: { before, after, added, removed }, onClose, onConfirm }: PreviewSheetProps) {
  return (
    <Sheet
      isOpen
      title="要点将有变化"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>返回修改</ActionButton>
          <ActionButton tone="primary" onClick={onConfirm}>
            保存档案
          </ActionButton>
        </>
      }
    >
      <div className={styles['part']}>
        <p>
          启用的要点由 {before} 个变为 {after} 个：增加 {added.length} 个，减少 {removed.length} 个。已经下发的任务不变，手动启用或停用的要点也不变。
        </p>
        <Moved title={`增加 ${added.length} 个`} points={added} />
        <Moved title={`减少 ${removed.length} 个`} points={removed} />
      </div>
    </Sheet>
  );
}

function Moved({ title, points }: { title: string; points: readonly MovedPoint[] }) {
  if (points.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles['heading']}>{title}</h3>
      <ul className={styles['moved']}>
        {points.map(({ id, content, reason }) => (
          <li key={id}>
            {content}
            {reason !== null && <span className={styles['hint']}>{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
