import type { PointMark } from '#contract/check-point.ts';
import { pointMarks } from './point-marks.ts';
import styles from './PointSign.module.css';

/** ★ or ☆ beside the number of a point, wherever one is filled in, corrected or looked through; nothing for the others. */
export function PointSign({ mark }: { mark: PointMark | undefined }) {
  // A thousand are on the screen at once, and none is ever drawn again.
  'use no memo';
  return (
    mark && (
      <span className={styles[mark]} role="img" aria-label={pointMarks[mark].label}>
        {pointMarks[mark].sign}
      </span>
    )
  );
}
