import type { Basis } from '#contract/check-point.ts';
import { useBasisText } from '@/queries/laws/law-queries.ts';
import { BasisSheet } from './BasisSheet.tsx';

interface PointBasisProps {
  /** Undefined while closed. */
  basis: Basis | undefined;
  onClose: () => void;
}

/** The legal basis of a check point, with its article read from the library. */
export const PointBasis = ({ basis, onClose }: PointBasisProps) => <BasisSheet basis={basis} article={useBasisText(basis)} onClose={onClose} />;
