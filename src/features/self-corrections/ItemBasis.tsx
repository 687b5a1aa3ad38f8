import type { Basis } from '#contract/check-point.ts';
import { BasisSheet } from '@/parts/points/BasisSheet.tsx';
import { useBasisText } from '@/queries/law-queries.ts';

interface ItemBasisProps {
  /** Undefined while closed. */
  basis: Basis | undefined;
  onClose: () => void;
}

/** The legal basis of an item while it is filled in. */
export const ItemBasis = ({ basis, onClose }: ItemBasisProps) => <BasisSheet basis={basis} article={useBasisText(basis)} onClose={onClose} />;
