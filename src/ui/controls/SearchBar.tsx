import { Children, useState, type FormEvent, type ReactNode } from 'react';
import Badge from 'antd-mobile/es/components/badge';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { FilterOutline } from '@/ui/basics/icons.tsx';
import styles from './SearchBar.module.css';

export interface SearchBarProps {
  /** Fields of `ui`, each told by what stands in it; on a phone the first one stays in sight, the others fold. */
  children: ReactNode;
  /** How many of the fields are searched with. */
  active: number;
  /** Asked before searching at once; `useFields().checkAll` fits. */
  validate: () => boolean;
  /** At once, by the Enter key; what is typed is searched for by itself. */
  onSearch: () => void;
  /** Clears the fields and searches again. */
  onReset: () => void;
  /** An input method has begun to make characters of letters, or has made them. */
  onCompose?: (isComposing: boolean) => void;
}

/** A list's search in one line. `useListFilter().bar` gives its props. */
export function SearchBar({ children, active, validate, onSearch, onReset, onCompose }: SearchBarProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const hasMore = Children.toArray(children).length > 1;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (validate()) onSearch();
    // What is wrong must be seen.
    else setIsUnfolded(true);
  };
  return (
    <form
      className={`${styles['bar']} ${isUnfolded ? styles['unfolded'] : ''}`}
      role="search"
      data-off-paper
      onSubmit={handleSubmit}
      onCompositionStart={() => onCompose?.(true)}
      onCompositionEnd={() => onCompose?.(false)}
      noValidate
    >
      <div className={styles['fields']}>{children}</div>
      {hasMore && (
        <button
          type="button"
          className={styles['more']}
          aria-expanded={isUnfolded}
          aria-label={active === 0 ? '更多条件' : `更多条件，已用 ${active} 个`}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          <FilterOutline aria-hidden />
          {active > 0 && <Badge className={styles['active']} content={active} aria-hidden />}
        </button>
      )}
      <div className={styles['reset']}>
        <ActionButton tone="text" size="small" onClick={onReset}>
          重置
        </ActionButton>
      </div>
      {/* Several fields are sent by the Enter key only where there is a button that sends them. */}
      <button type="submit" hidden aria-label="搜索" />
    </form>
  );
}
