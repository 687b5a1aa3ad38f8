import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './KeysSheet.module.css';

const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['j'], does: '下一行、下一个要点或整改项' },
  { keys: ['k'], does: '上一行、上一个要点或整改项' },
  { keys: ['Enter'], does: '打开这一行；在自查结果和自纠里打开该项的依据' },
  { keys: ['Ctrl', 'K'], does: '搜索' },
  { keys: ['Esc'], does: '关闭弹出的内容' },
  { keys: ['?'], does: '显示这些快捷键' },
];

interface KeysSheetProps {
  isOpen: boolean;
  onClose: () => void;
}

export function KeysSheet({ isOpen, onClose }: KeysSheetProps) {
  return (
    <Sheet isOpen={isOpen} title="快捷键" onClose={onClose}>
      <dl className={styles['keys']}>
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['note']}>正在输入文字时，字母键只用于输入。</p>
    </Sheet>
  );
}
