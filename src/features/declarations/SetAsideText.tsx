import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { copyText } from '@/ui/browser/copy-text.ts';
import { scrollRegion } from '@/ui/browser/scroll-region.ts';
import styles from './SetAsideText.module.css';

export interface SetAsideTextProps {
  text: string;
  onInsert: () => void;
  onDrop: () => void;
}

/** The own text that gave way to somebody else's, for as long as it may be wanted. */
export function SetAsideText({ text, onInsert, onDrop }: SetAsideTextProps) {
  const handleCopy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    notify(isCopied ? '已复制' : '无法复制，请长按选择后复制', isCopied ? 'success' : 'warning');
  };
  return (
    <section className={styles['box']} aria-label="我之前填写的正文">
      <h3 className={styles['title']}>我之前填写的正文</h3>
      <div className={styles['text']} {...scrollRegion('正文内容')}>
        {text}
      </div>
      <div className={styles['tools']}>
        <ActionButton size="small" onClick={handleCopy}>
          复制
        </ActionButton>
        <ActionButton size="small" onClick={onInsert}>
          插入到正文末尾
        </ActionButton>
        <ActionButton size="small" tone="text" onClick={onDrop}>
          不再需要
        </ActionButton>
      </div>
    </section>
  );
}
