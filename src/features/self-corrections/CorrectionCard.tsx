import type { SelfCorrection } from '#contract/self-correction.ts';
import { WorkCard } from '@/parts/work/WorkCard.tsx';
import type { Waiting } from '@/parts/work/waiting.ts';
import { useCorrectionProgress } from '@/queries/work/useCorrectionProgress.ts';
import { CorrectionMarks } from './CorrectionMarks.tsx';
import { correctionPath } from './correction-path.ts';

interface CorrectionCardProps {
  correction: SelfCorrection;
  waiting: Waiting | undefined;
  isKept: boolean;
}

export function CorrectionCard({ correction, waiting, isKept }: CorrectionCardProps) {
  const { corrected, hasDetail } = useCorrectionProgress(correction);
  return (
    <WorkCard
      to={correctionPath(correction)}
      work={correction}
      due={`整改期限 ${correction.dueDate}`}
      marks={<CorrectionMarks correction={correction} corrected={corrected} waiting={waiting} isKept={isKept || hasDetail} />}
      progress={{ done: corrected, of: correction.itemCount, label: '整改进度' }}
    />
  );
}
