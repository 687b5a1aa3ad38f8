import { Children, useState, type FormEvent, type ReactNode } from 'react';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { DownOutline, UpOutline } from '@/ui/basics/icons.tsx';
import styles from './SearchBar.module.css';

export interface SearchBarProps {
  /** Fields of `ui`; on a phone the first one stays in sight, the others fold. */
  children: ReactNode;
  /** Asked before searching; `useFields().checkAll` fits. */
  validate?: () => boolean;
  onSearch: () => void;
  /** Clears the fields and searches again. */
  onReset: () => void;
  isPending?: boolean;
}

export function SearchBar({ children, validate, onSearch, onReset, isPending = false }: SearchBarProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const hasMore = Children.toArray(children).length > 1;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (validate === undefined || validate()) onSearch();
    // What is wrong must be seen.
    else setIsUnfolded(true);
  };
  return (
    <form className={styles['bar']} role="search" onSubmit={handleSubmit} noValidate>
      <div className={`${styles['fields']} ${isUnfolded ? styles['unfolded'] : ''}`}>{children}</div>
      <div className={styles['buttons']}>
        {hasMore && (
          <button type="button" className={styles['more']} aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
            {isUnfolded ? '收起' : '更多条件'}
            {isUnfolded ? <UpOutline aria-hidden /> : <DownOutline aria-hidden />}
          </button>
        )}
        <ActionButton onClick={onReset}>重置</ActionButton>
        <ActionButton tone="primary" type="submit" isPending={isPending}>
          搜索
        </ActionButton>
      </div>
    </form>
  );
}
