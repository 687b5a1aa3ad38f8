import { type Score, type ScoreClass, scoreClassLabel } from '#contract/score.ts';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';

const tones: Record<ScoreClass, StatusTone> = { excellent: 'qualified', passed: 'primary', focus: 'unqualified' };

interface ScoreTagProps {
  score: Score | undefined;
  /** Not all is submitted: what is still to come may change it, so it has no class yet. */
  isSoFar?: boolean;
}

/** A score with its class, and why that may be lower than the score; – where nothing was judged. */
export function ScoreTag({ score, isSoFar = false }: ScoreTagProps) {
  if (score?.scoreClass == null) return '–';
  return (
    <>
      {isSoFar ? (
        <StatusTag tone="neutral">目前 {score.value} 分</StatusTag>
      ) : (
        <StatusTag tone={tones[score.scoreClass]}>
          {score.value} 分 · {scoreClassLabel[score.scoreClass]}
        </StatusTag>
      )}
      {score.failedVetoes > 0 && (
        <>
          {' '}
          <StatusTag tone="unqualified">★ 不合格 {score.failedVetoes} 项</StatusTag>
        </>
      )}
    </>
  );
}
