import type { SaveMarkState } from '@/parts/filled/save-mark.ts';
import { RefusedActions } from './lazy-parts.ts';
import styles from './SaveProblem.module.css';

interface SaveProblemProps {
  mark: SaveMarkState | null;
  entryId: string | null;
  /** What would be given up, such as 结果. */
  what: string;
}

/** What went wrong with storing or sending, and what can be done; nothing where all is well. */
export function SaveProblem({ mark, entryId, what }: SaveProblemProps) {
  return (
    <>
      {mark?.hint !== undefined && (
        <p className={styles['problem']} role="alert">
          {mark.hint}
        </p>
      )}
      {mark?.isRefused && entryId !== null && <RefusedActions entryId={entryId} what={what} />}
    </>
  );
}
