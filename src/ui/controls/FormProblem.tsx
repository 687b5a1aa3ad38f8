import { ExclamationCircleOutline } from '@/ui/basics/icons.tsx';
import styles from './FormProblem.module.css';

/** What went wrong with a form as a whole; nothing while there is nothing to say. `useFormProblem` leads there. */
export function FormProblem({ children }: { children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p className={styles['problem']} role="alert" data-problem tabIndex={-1}>
      <ExclamationCircleOutline aria-hidden />
      {children}
    </p>
  );
}
