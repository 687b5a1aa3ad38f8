import { ExclamationCircleOutline } from './icons.tsx';
import styles from './FormProblem.module.css';

/** What went wrong with a form as a whole; nothing while there is nothing to say. */
export function FormProblem({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p className={styles['problem']} role="alert">
      <ExclamationCircleOutline aria-hidden />
      {children}
    </p>
  );
}
