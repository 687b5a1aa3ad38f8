import { useId, type ReactNode } from 'react';
import { CheckOutline, CloseOutline, MinusOutline } from '@/ui/icons.tsx';
import { RESULTS, resultLabel, type Result } from '#contract/result.ts';
import styles from './ResultChoice.module.css';

const icons: Record<Result, ReactNode> = {
  qualified: <CheckOutline aria-hidden />,
  unqualified: <CloseOutline aria-hidden />,
  notApplicable: <MinusOutline aria-hidden />,
};

interface ResultChoiceProps {
  chosen: Result | null;
  isDisabled: boolean;
  onChoose: (result: Result) => void;
}

/** 合格, 不合格 or 不适用. Native radios: arrow keys and readers work without a line of ours. */
export function ResultChoice({ chosen, isDisabled, onChoose }: ResultChoiceProps) {
  // A thousand are on the screen at once, and few are ever drawn again: keeping parts of each costs memory and saves nothing.
  'use no memo';
  // The same point may stand in two views that are kept alive, and equal names would make them one group.
  const name = useId();
  return (
    <div className={styles['choices']}>
      {RESULTS.map((result) => (
        <label key={result} className={[styles['choice'], isDisabled && styles['disabled'], chosen === result && styles[result]].filter(Boolean).join(' ')}>
          <span className={styles['words']}>
            {chosen === result && <span className={styles['icon']}>{icons[result]}</span>}
            {resultLabel[result]}
          </span>
          <input
            className={styles['input']}
            type="radio"
            name={name}
            checked={chosen === result}
            disabled={isDisabled}
            onChange={() => onChoose(result)}
          />
        </label>
      ))}
    </div>
  );
}
