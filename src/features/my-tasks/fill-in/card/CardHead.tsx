import { useDeferredValue, useState } from 'react';
import { resultLabel } from '#contract/result.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import { formatDay } from '@/lib/dates.ts';
import { PointSign } from '@/parts/points/PointSign.tsx';
import { DownOutline, MoreOutline, UpOutline } from '@/ui/basics/icons.tsx';
import { MenuButton } from '@/ui/sheets/MenuButton.tsx';
import styles from './CardHead.module.css';

interface CardHeadProps {
  point: DeptTaskPoint;
  /** Undefined where there is no answer to take back, or it may not be. */
  onClear: (() => void) | undefined;
}

/** Which point it is, how heavily it weighs, and what was found last time. */
export function CardHead({ point: { seq, itemName, mark, lastAnswer }, onClear }: CardHeadProps) {
  // A thousand are on the screen at once, and few are ever drawn again: keeping parts of each costs memory and saves nothing.
  'use no memo';
  const [isLastOpen, setIsLastOpen] = useState(false);
  // Nobody misses it for the blink that a tap on a choice is shown sooner.
  const isAnswered = useDeferredValue(onClear !== undefined);
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['seq']}>{seq}</span>
        <PointSign mark={mark} />
        <span className={styles['item']}>{itemName}</span>
        {lastAnswer && (
          <button
            type="button"
            className={`${styles['quiet']} ${lastAnswer.result === 'unqualified' ? styles['failed'] : ''}`}
            aria-expanded={isLastOpen}
            onClick={() => setIsLastOpen(!isLastOpen)}
          >
            <span>上次：{resultLabel[lastAnswer.result]}</span>
            {isLastOpen ? <UpOutline aria-hidden /> : <DownOutline aria-hidden />}
          </button>
        )}
        {isAnswered && onClear && (
          <MenuButton className={styles['more']} label={`更多操作 第 ${seq} 项`} align="right" items={[{ label: '清除结果', onSelect: onClear }]}>
            <MoreOutline aria-hidden />
          </MenuButton>
        )}
      </div>
      {isLastOpen && lastAnswer && (
        <p className={styles['last']}>
          {lastAnswer.remark !== '' && (
            <>
              {lastAnswer.remark}
              <br />
            </>
          )}
          {lastAnswer.taskName} · {formatDay(lastAnswer.answeredAt)}
        </p>
      )}
    </>
  );
}
