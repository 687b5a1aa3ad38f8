import { type ChangeEvent, type ReactNode, useId } from 'react';
import { UploadOutline } from './icons.tsx';
import styles from './FileButton.module.css';

interface FileButtonProps {
  children: ReactNode;
  accept: string;
  /** `area` is as wide as its place. */
  look?: 'button' | 'area';
  isMultiple?: boolean;
  isDisabled: boolean;
  /** Never called with none. */
  onChoose: (files: [File, ...File[]]) => unknown;
}

/** Chooses files of this device. The same file may be chosen again, after it was put right. */
export function FileButton({ children, accept, look = 'button', isMultiple = false, isDisabled, onChoose }: FileButtonProps) {
  const id = useId();
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [first, ...others] = target.files ?? [];
    target.value = '';
    if (first !== undefined) onChoose([first, ...others]);
  };
  return (
    <>
      <input id={id} className={styles['input']} type="file" accept={accept} multiple={isMultiple} disabled={isDisabled} onChange={handleChange} />
      <label className={styles[look]} htmlFor={id}>
        <UploadOutline aria-hidden />
        {children}
      </label>
    </>
  );
}
