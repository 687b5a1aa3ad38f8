import type { PointMark } from '#contract/check-point.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { pointMarks } from './point-marks.ts';

const tones = { key: 'warning', veto: 'unqualified' } as const;

/** How heavily a check point weighs in official tables. */
export const PointMarkTag = ({ mark }: { mark: PointMark }) => <StatusTag tone={tones[mark]}>{`${pointMarks[mark].sign} ${pointMarks[mark].label}`}</StatusTag>;
