import { useState } from 'react';
import type { DeptTaskPoint } from '#contract/task.ts';
import { DownOutline, UpOutline } from '@/ui/basics/icons.tsx';
import styles from './CardStandard.module.css';

/** What a point is held against, and how it is looked at: that is folded. */
export function CardStandard({ point: { expected, method } }: { point: DeptTaskPoint }) {
  // A thousand are on the screen at once, and few are ever drawn again: keeping parts of each costs memory and saves nothing.
  'use no memo';
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className={styles['expected']}>
        {/* The blank is gone where the word stands on a line of its own. */}
        {`标准：${expected} `}
        {method !== '' && (
          <button type="button" className={styles['method']} aria-expanded={isOpen} aria-label="检查方法" onClick={() => setIsOpen(!isOpen)}>
            方法
            {isOpen ? <UpOutline aria-hidden /> : <DownOutline aria-hidden />}
          </button>
        )}
      </p>
      {isOpen && <p className={styles['opened']}>{method}</p>}
    </>
  );
}
