import { useId, type ReactNode } from 'react';
import { ExclamationCircleOutline } from '@/ui/basics/icons.tsx';
import letters from '@/ui/basics/letters.module.css';
import styles from './Field.module.css';

/** To be spread on the control, which ties it to its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-required': boolean;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean | undefined;
  /** What stands in the control tells what it is; its name is for readers. */
  isLabelSpoken?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, and the error under it. */
export function Field({ label, error, hint, isRequired = false, isLabelSpoken = false, children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const describedBy = [error === undefined ? '' : errorId, hint === undefined ? '' : hintId].filter(Boolean).join(' ');
  return (
    <div className={styles['field']} data-field>
      <label className={isLabelSpoken ? styles['spoken'] : styles['label']} htmlFor={id}>
        {label}
        {isRequired && (
          <span className={styles['required']} aria-hidden>
            *
          </span>
        )}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-required': isRequired, 'aria-describedby': describedBy || undefined })}
      {hint !== undefined && (
        <p className={letters['small']} id={hintId}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={styles['error']} id={errorId} role="alert">
          <ExclamationCircleOutline aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}
