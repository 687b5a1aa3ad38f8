import type { ReactNode } from 'react';
import { resolveConflict } from '@/offline/entries/outbox.ts';
import { isDone } from '@/parts/filled/is-done.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import styles from './ConflictChoice.module.css';

/** Whose the other value is: another person's, this person's from another device, what an administrator returned, or nobody's, since the problem is another one now. */
export type Origin = 'person' | 'ownDevice' | 'return' | 'problem';

interface ConflictChoiceProps {
  entryId: string;
  /** What the two differ in, such as 结果. */
  what: string;
  mine: ReactNode;
  theirs: ReactNode;
  theirName: string;
  origin: Origin;
  /** Stores what is being typed into the card: it belongs to mine. */
  onBefore?: (() => Promise<void>) | undefined;
}

function wordsOf({ origin, what, theirName }: Pick<ConflictChoiceProps, 'origin' | 'what' | 'theirName'>) {
  if (origin === 'ownDevice') return { difference: `两台设备上的${what}不同`, mine: '本机的', theirs: '另一台设备的', keep: '保留本机的', take: '采用另一台的' };
  const own = { mine: '我的', keep: '保留我的' };
  if (origin === 'problem') return { ...own, difference: '此项的问题已改变', theirs: '现在的内容', take: '重新填写' };
  if (origin === 'return') return { ...own, difference: '管理员退回了此项整改', theirs: '退回时的内容', take: '采用退回时的' };
  return { ...own, difference: `两人的${what}不同`, theirs: `${theirName}的`, take: '采用对方的' };
}

/** The same thing was changed twice: both values, and which shall hold. The other one stays in the history. */
export function ConflictChoice({ entryId, what, mine, theirs, theirName, origin, onBefore }: ConflictChoiceProps) {
  const words = wordsOf({ origin, what, theirName });
  const handleChoose = (choice: 'mine' | 'theirs'): Promise<boolean> => {
    void onBefore?.();
    return isDone(resolveConflict(entryId, choice));
  };
  return (
    <div className={styles['panel']} role="group" aria-label={words.difference}>
      <p className={styles['title']}>{words.difference}，请选择保留哪一个，另一个会留在记录里</p>
      <dl className={styles['sides']}>
        <div className={styles['side']}>
          <dt>{words.mine}</dt>
          <dd>{mine}</dd>
        </div>
        <div className={styles['side']}>
          <dt>{words.theirs}</dt>
          <dd>{theirs}</dd>
        </div>
      </dl>
      <div className={styles['buttons']}>
        <ActionButton onClick={() => handleChoose('mine')}>{words.keep}</ActionButton>
        <ActionButton onClick={() => handleChoose('theirs')}>{words.take}</ActionButton>
      </div>
    </div>
  );
}
