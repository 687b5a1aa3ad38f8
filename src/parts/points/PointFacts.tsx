import { useState } from 'react';
import type { Basis } from '#contract/check-point.ts';
import { articleLabel, shortLawName } from '@/lib/text/article-label.ts';
import { DownOutline, RightOutline, UpOutline } from '@/ui/basics/icons.tsx';
import styles from './PointFacts.module.css';

export interface PointFactsProps {
  basis: Basis;
  method: string;
  onBasis: () => void;
}

const basisClass = `${styles['fact']} ${styles['basis']}`;

/** The basis of a check point as a link and the method folded: quiet, one row where there is room. */
export function PointFacts({ basis, method, onBasis }: PointFactsProps) {
  // A thousand are on the screen at once, and few are ever drawn again: keeping parts of each costs memory and saves nothing.
  'use no memo';
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles['facts']}>
      <button type="button" className={basisClass} onClick={onBasis}>
        <span className={styles['law']}>
          {`《${shortLawName(basis.law)}》`}
          <span className={styles['article']}>
            {articleLabel(basis.article)}
            <RightOutline aria-hidden />
          </span>
        </span>
      </button>
      {method !== '' && (
        <button
          type="button"
          className={styles['fact']}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          // Open, it names on paper what it opened.
          data-off-paper={isOpen ? undefined : ''}
        >
          <span>检查方法</span>
          {isOpen ? <UpOutline aria-hidden /> : <DownOutline aria-hidden />}
        </button>
      )}
      {isOpen && <p className={styles['opened']}>{method}</p>}
    </div>
  );
}
