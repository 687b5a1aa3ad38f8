import type { ChangedCitation, CitationDecisionKind, CitationState } from '#contract/law-change.ts';
import { articleLabel } from '@/lib/text/article-label.ts';
import type { StatusTone } from '@/ui/basics/StatusTag.tsx';

export const stateWords: Record<CitationState, { label: string; tone: StatusTone }> = {
  stayed: { label: '未变', tone: 'notApplicable' },
  moved: { label: '自动移动', tone: 'qualified' },
  changed: { label: '内容有变', tone: 'warning' },
  ambiguous: { label: '多处可对应', tone: 'warning' },
  gone: { label: '失去依据', tone: 'unqualified' },
};

export const decisionLabel: Record<CitationDecisionKind, string> = { keep: '沿用', rewrite: '改写', disable: '停用' };

export const keyOf = ({ pointId, place }: ChangedCitation): string => `${pointId} ${place}`;

/** Whether an administrator may decide it, also anew. */
export const isDecidable = ({ isPending, decision }: ChangedCitation): boolean => isPending || decision !== null;

/** How the citation changes: 第二十条 → 第十九条. */
export function movementOf({ cited, after, state }: ChangedCitation): string {
  const before = articleLabel(cited.article);
  if (state === 'gone') return `${before} → 未找到`;
  if (after === null || after.label === before) return before;
  return `${before} → ${after.label}`;
}
