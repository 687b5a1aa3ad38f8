import type { CheckPoint } from '#contract/check-point.ts';
import { HomeOutline } from '@/ui/icons.tsx';
import { StatusTag } from '@/ui/StatusTag.tsx';
import { sourceLabel, stateLabel, stateOf } from './item-tree.ts';

export const SourceTag = ({ isNational }: { isNational: boolean }) => (
  <StatusTag tone={isNational ? 'primary' : 'warning'} {...(isNational ? {} : { icon: <HomeOutline aria-hidden /> })}>
    {sourceLabel(isNational)}
  </StatusTag>
);

const tones = { enabled: 'qualified', disabled: 'notApplicable', retired: 'unqualified' } as const;

export const StateTag = ({ point }: { point: Pick<CheckPoint, 'enabled' | 'isRetired'> }) => (
  <StatusTag tone={tones[stateOf(point)]}>{stateLabel[stateOf(point)]}</StatusTag>
);
