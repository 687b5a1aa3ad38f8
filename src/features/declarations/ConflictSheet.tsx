import type { DeclarationDetail } from '#contract/declaration.ts';
import { formatTime } from '@/lib/dates.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import letters from '@/ui/basics/letters.module.css';
import { scrollRegion } from '@/ui/browser/scroll-region.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { type DeclarationForm, differencesOf, formOf } from './declaration-form.ts';
import styles from './ConflictSheet.module.css';

export interface ConflictSheetProps {
  mine: DeclarationForm;
  theirs: DeclarationDetail;
  /** Whether the own form is saved at once where it is kept. */
  savesAtOnce: boolean;
  onKeepMine: () => Promise<void>;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Somebody else saved the record meanwhile: who and when, in what the two differ, and whose shall hold. */
export function ConflictSheet({ mine, theirs, savesAtOnce, onKeepMine, onTakeTheirs, onClose }: ConflictSheetProps) {
  const differences = differencesOf(mine, formOf(theirs));
  return (
    <Sheet
      isOpen
      isAlert
      title="这条记录已被修改"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onTakeTheirs}>采用对方的</ActionButton>
          <ActionButton tone="primary" onClick={onKeepMine}>
            保留我的
          </ActionButton>
        </>
      }
    >
      <p className={styles['who']}>
        {theirs.updatedByName} 在 {formatTime(theirs.updatedAt)} 保存过这条记录。您填写的内容没有丢失，请选择以哪一份为准。
      </p>
      {differences.length === 0 && <p className={styles['same']}>两份内容相同。</p>}
      {differences.map(({ label, mine: own, theirs: other }) => (
        <section key={label} className={styles['field']} aria-label={label}>
          <h3>{label}</h3>
          <dl className={styles['sides']}>
            <div>
              <dt>我的</dt>
              <dd>
                <div {...scrollRegion(`我的${label}`)}>{own || '（空）'}</div>
              </dd>
            </div>
            <div>
              <dt>{theirs.updatedByName}的</dt>
              <dd>
                <div {...scrollRegion(`${theirs.updatedByName}的${label}`)}>{other || '（空）'}</div>
              </dd>
            </div>
          </dl>
        </section>
      ))}
      <p className={letters['quiet']}>
        保留我的：{savesAtOnce ? '立即保存，以我的为准' : keepsOn(mine, theirs)}，对方的内容被替换。采用对方的：表单换成对方的内容，我写的正文留在表单下方，可复制或插入。
      </p>
    </Sheet>
  );
}

function keepsOn(mine: DeclarationForm, { status }: DeclarationDetail): string {
  if (mine.status === status) return '继续填写，保存后以我的为准';
  return `继续填写，这条记录${status === 'declared' ? '已由对方申报' : '已由对方改回草稿'}，由您选择保存为草稿还是申报，保存后以我的为准`;
}
