import { useState } from 'react';
import type { CorrectionItem } from '#contract/self-correction.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { findReadiness, type StateOf } from './correction-progress.ts';
import styles from './SubmitCorrectionSheet.module.css';

interface SubmitCorrectionSheetProps {
  isOpen: boolean;
  items: readonly CorrectionItem[];
  stateOf: StateOf;
  onJump: (item: CorrectionItem) => void;
  /** Marks those 已整改. */
  onSubmit: (ready: readonly CorrectionItem[]) => Promise<void>;
  onClose: () => void;
}

export function SubmitCorrectionSheet(props: SubmitCorrectionSheetProps) {
  return props.isOpen ? <OpenSheet {...props} /> : null;
}

/** Hands in everything that is filled in, and shows what is missing for the rest. */
function OpenSheet({ items, stateOf, onJump, onSubmit, onClose }: SubmitCorrectionSheetProps) {
  const [readiness] = useState(() => findReadiness(items, stateOf));
  const { corrected, ready, incomplete, conflicts, failed } = readiness;
  const isAllDone = corrected.length === items.length;
  return (
    <Sheet
      isOpen
      title={isAllDone ? '已全部提交' : '提交整改'}
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>{isAllDone ? '关闭' : '继续填写'}</ActionButton>
          {!isAllDone && (
            <ActionButton tone="primary" isDisabled={ready.length === 0} onClick={() => onSubmit(ready)}>
              {ready.length === 0 ? '没有可提交的' : `提交 ${ready.length} 项`}
            </ActionButton>
          )}
        </>
      }
    >
      <div className={styles['content']}>
        <dl className={styles['counts']}>
          <Count label="已整改" value={corrected.length} />
          <Count label="可提交" value={ready.length} />
          <Count label="未完成" value={incomplete.length + conflicts.length + failed.length} />
        </dl>
        <Gap title="缺少整改措施或责任人" items={incomplete} onJump={onJump} />
        <Gap title="两人内容不同，请选择" items={conflicts} onJump={onJump} />
        <Gap title="没有送达，请处理" items={failed} onJump={onJump} />
        <p className={styles['hint']}>
          {isAllDone
            ? '全部标记为已整改，送达后由管理员确认；确认前可以修改。'
            : '提交即标记为已整改。没有网络时先保存在本机，联网后自动上传；管理员确认前可以修改。'}
        </p>
      </div>
    </Sheet>
  );
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Gap({ title, items, onJump }: { title: string; items: readonly CorrectionItem[]; onJump: (item: CorrectionItem) => void }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className={styles['gapTitle']}>
        {title}（{items.length} 项）
      </h3>
      <ul>
        {items.map((item) => (
          <li key={item.itemId}>
            <button type="button" className={styles['gap']} onClick={() => onJump(item)}>
              <span className={styles['seq']}>{item.seq}</span>
              <span>{item.content}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
