import type { Grounds } from '#contract/check-point.ts';
import { useBasisText } from '@/queries/laws/law-queries.ts';
import { BasisSheet } from './BasisSheet.tsx';

interface PointBasisProps {
  /** Undefined while closed. */
  shown: Grounds | undefined;
  onShow: (shown: Grounds) => void;
  onClose: () => void;
}

/** The legal basis of a check point, with its article read from the library. */
export const PointBasis = ({ shown, onShow, onClose }: PointBasisProps) => (
  <BasisSheet shown={shown} article={useBasisText(shown?.basis)} onShow={onShow} onClose={onClose} />
);
