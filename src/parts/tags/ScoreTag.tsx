import { type Score, type ScoreClass, scoreClassLabel } from '#contract/score.ts';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';

const tones: Record<ScoreClass, StatusTone> = { excellent: 'qualified', passed: 'primary', focus: 'unqualified' };

/** A score with its class, and why that may be lower than the score; – where nothing was judged. */
export function ScoreTag({ score }: { score: Score | undefined }) {
  if (score?.scoreClass == null) return '–';
  return (
    <>
      <StatusTag tone={tones[score.scoreClass]}>
        {score.value} 分 · {scoreClassLabel[score.scoreClass]}
      </StatusTag>
      {score.failedVetoes > 0 && (
        <>
          {' '}
          <StatusTag tone="unqualified">★ 不合格 {score.failedVetoes} 项</StatusTag>
        </>
      )}
    </>
  );
}
