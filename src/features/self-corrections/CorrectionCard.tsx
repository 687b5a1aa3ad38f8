import { Link } from 'react-router-dom';
import { taskTypeLabel } from '#contract/task-status.ts';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { TypeTag } from '@/parts/tags/TypeTag.tsx';
import { useCorrectionProgress } from '@/queries/work/useCorrectionProgress.ts';
import { ProgressRing } from '@/ui/basics/ProgressRing.tsx';
import { CorrectionMarks } from './CorrectionMarks.tsx';
import { correctionPath } from './correction-path.ts';
import type { WaitingCorrection } from './useWaitingCorrections.ts';
import styles from './CorrectionCard.module.css';

interface CorrectionCardProps {
  correction: SelfCorrection;
  waiting: WaitingCorrection | undefined;
  isKept: boolean;
}

/** A self-correction on a phone: how urgent, how far, and what of it is where. */
export function CorrectionCard({ correction, waiting, isKept }: CorrectionCardProps) {
  const { corrected, hasDetail } = useCorrectionProgress(correction);
  return (
    <li>
      <Link className={styles['card']} to={correctionPath(correction)}>
        <div className={styles['words']}>
          <p className={styles['name']}>{correction.taskName}</p>
          <p className={styles['facts']}>
            <TypeTag>{taskTypeLabel(correction.taskType)}</TypeTag>
            <span>整改期限 {correction.dueDate}</span>
          </p>
          <div className={styles['marks']}>
            <CorrectionMarks correction={correction} corrected={corrected} waiting={waiting} isKept={isKept || hasDetail} />
          </div>
        </div>
        <div className={styles['progress']}>
          <ProgressRing value={corrected} max={correction.itemCount} label="整改进度" />
          <span>
            {corrected}/{correction.itemCount}
          </span>
        </div>
      </Link>
    </li>
  );
}
