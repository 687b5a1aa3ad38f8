import type { Basis, CheckPoint } from '#contract/check-point.ts';
import type { Law } from '#contract/law.ts';
import { findCitedLaw } from '@/queries/laws/law-queries.ts';
import { HomeOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { basisStateLabel, sourceLabel, stateLabel, stateOf } from './item-tree.ts';

export const SourceTag = ({ isNational }: { isNational: boolean }) => (
  <StatusTag tone={isNational ? 'primary' : 'warning'} {...(isNational ? {} : { icon: <HomeOutline aria-hidden /> })}>
    {sourceLabel(isNational)}
  </StatusTag>
);

const tones = { enabled: 'qualified', disabled: 'notApplicable', retired: 'unqualified' } as const;

export const StateTag = ({ point }: { point: Pick<CheckPoint, 'enabled' | 'isRetired'> }) => (
  <StatusTag tone={tones[stateOf(point)]}>{stateLabel[stateOf(point)]}</StatusTag>
);

/** Nothing while the basis holds, as far as is known. */
export function BasisTag({ laws, basis }: { laws: readonly Law[]; basis: Basis }) {
  const state = findCitedLaw(laws, basis)?.state ?? 'inForce';
  return state === 'inForce' ? null : <StatusTag tone="warning">{basisStateLabel[state]}</StatusTag>;
}
