import type { PointMark } from '#contract/check-point.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';

const marks = { key: { label: '☆ 重点项', tone: 'warning' }, veto: { label: '★ 否决项', tone: 'unqualified' } } as const;

/** How heavily a check point weighs in official tables. */
export const PointMarkTag = ({ mark }: { mark: PointMark }) => <StatusTag tone={marks[mark].tone}>{marks[mark].label}</StatusTag>;
