import type { ComponentProps } from 'react';
import { SearchOutline } from '@/ui/basics/icons.tsx';
import styles from './SearchBox.module.css';

/** One text that is searched for while it is typed. Its place is its parent's, which is positioned. */
export function SearchBox(props: Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <>
      <SearchOutline className={styles['icon']} aria-hidden />
      <input className={styles['input']} autoComplete="off" {...props} />
    </>
  );
}
