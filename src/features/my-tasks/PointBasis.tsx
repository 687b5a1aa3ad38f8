import type { Basis } from '#contract/check-point.ts';
import { BasisSheet } from '@/parts/points/BasisSheet.tsx';
import { useBasisText } from '@/queries/law-queries.ts';

interface PointBasisProps {
  /** Undefined while closed. */
  basis: Basis | undefined;
  onClose: () => void;
}

/** The legal basis of a check point while it is filled in. */
export const PointBasis = ({ basis, onClose }: PointBasisProps) => <BasisSheet basis={basis} article={useBasisText(basis)} onClose={onClose} />;
