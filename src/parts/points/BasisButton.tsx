import type { Basis } from '#contract/check-point.ts';
import { RightOutline } from '@/ui/basics/icons.tsx';
import { BasisName } from './BasisName.tsx';
import styles from './BasisButton.module.css';

/** A legal basis on a line of its own, which leads to what it says. */
export const BasisButton = ({ basis, onOpen }: { basis: Basis; onOpen: () => void }) => (
  <button type="button" className={styles['button']} onClick={onOpen}>
    <BasisName basis={basis} />
    <RightOutline aria-hidden />
  </button>
);
