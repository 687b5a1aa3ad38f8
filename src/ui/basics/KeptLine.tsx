import letters from '@/ui/basics/letters.module.css';
import { Notice } from './Notice.tsx';
import styles from './KeptLine.module.css';

interface KeptLineProps {
  kept: { isKept: boolean; problem: string | null };
  /** What is still to be done with it, such as 尚未提交. */
  rest: string;
}

/** Says under a form where what is typed is. What the phone refused to store goes with the page: that stays in sight. */
export function KeptLine({ kept: { isKept, problem }, rest }: KeptLineProps) {
  if (problem !== null) {
    return (
      <div className={styles['refused']}>
        <Notice tone="warning" title={problem} />
      </div>
    );
  }
  return (
    <p className={letters['small']} role="status">
      {isKept ? `填写的内容已保存在本机，${rest}` : '正在保存到本机…'}
    </p>
  );
}
