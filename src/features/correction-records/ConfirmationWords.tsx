import type { SelfCorrection } from '#contract/self-correction.ts';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import letters from '@/ui/basics/letters.module.css';
import { outstanding } from './confirmation-words.ts';
import styles from './ConfirmationWords.module.css';

/** Says how much is confirmed at once, and names what stands out. */
export function ConfirmationWords({ corrections }: { corrections: readonly SelfCorrection[] }) {
  const items = corrections.reduce((sum, { itemCount }) => sum + itemCount, 0);
  const named = corrections.map((correction) => ({ correction, facts: outstanding(correction) })).filter(({ facts }) => facts.length > 0);
  const rest = corrections.length - named.length;
  return (
    <div className={styles['words']}>
      <p>
        确认 {corrections.length} 份自纠，共 {items} 项整改？确认后科室不能再修改，也不能再退回。
      </p>
      {named.length === 0 ? (
        <p className={letters['quiet']}>每项都有整改后照片，没有逾期或屡查屡犯的。</p>
      ) : (
        <>
          <h3>需要留意的 {named.length} 份</h3>
          <ul aria-label="需要留意的自纠">
            {named.map(({ correction, facts }) => (
              <li key={correction.id}>
                <strong>{correction.deptName}</strong>
                <span>{correction.taskName}</span>
                <span className={styles['facts']}>
                  <Dotted>{facts}</Dotted>
                </span>
              </li>
            ))}
          </ul>
          {rest > 0 && <p className={letters['quiet']}>其余 {rest} 份没有需要留意的。</p>}
        </>
      )}
    </div>
  );
}
