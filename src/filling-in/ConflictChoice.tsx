import type { ReactNode } from 'react';
import { resolveConflict } from '@/offline/outbox.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { isDone } from './is-done.ts';
import styles from './ConflictChoice.module.css';

interface ConflictChoiceProps {
  entryId: string;
  /** What the two differ in, such as 结果. */
  what: string;
  mine: ReactNode;
  theirs: ReactNode;
  theirName: string;
  /** The other value is this person's too, from another device. */
  isOwn?: boolean;
}

/** The same thing was changed twice: both values, and which shall hold. The other one stays in the history. */
export function ConflictChoice({ entryId, what, mine, theirs, theirName, isOwn = false }: ConflictChoiceProps) {
  const difference = `${isOwn ? '两台设备上' : '两人'}的${what}不同`;
  const handleChoose = (choice: 'mine' | 'theirs') => isDone(resolveConflict(entryId, choice));
  return (
    <div className={styles['panel']} role="group" aria-label={difference}>
      <p className={styles['title']}>{difference}，请选择保留哪一个，另一个会留在记录里</p>
      <dl className={styles['sides']}>
        <div className={styles['side']}>
          <dt>{isOwn ? '本机的' : '我的'}</dt>
          <dd>{mine}</dd>
        </div>
        <div className={styles['side']}>
          <dt>{isOwn ? '另一台设备的' : `${theirName}的`}</dt>
          <dd>{theirs}</dd>
        </div>
      </dl>
      <div className={styles['buttons']}>
        <ActionButton onClick={() => handleChoose('mine')}>{isOwn ? '保留本机的' : '保留我的'}</ActionButton>
        <ActionButton onClick={() => handleChoose('theirs')}>{isOwn ? '采用另一台的' : '采用对方的'}</ActionButton>
      </div>
    </div>
  );
}
