import type { AnswerStore } from '@/offline/entries/answers.ts';
import { useAnswerCount } from '@/offline/entries/useAnswers.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { FilterOutline } from '@/ui/basics/icons.tsx';
import { BottomBar } from '@/ui/page/BottomBar.tsx';
import styles from './FillInBar.module.css';

interface FillInBarProps {
  store: AnswerStore;
  isReadOnly: boolean;
  /** Whether points came back that nobody has changed: they come first. */
  hasReturned: () => boolean;
  onFilter: () => void;
  onNext: () => void;
  onSubmit: () => void;
}

/** The three things that are done all the time, within the thumb's reach; the next one to do is the loud one. */
export function FillInBar({ store, isReadOnly, hasReturned, onFilter, onNext, onSubmit }: FillInBarProps) {
  const isComplete = useAnswerCount(store, ({ answered, total }) => answered === total && total > 0);
  const isReturned = useAnswerCount(store, hasReturned);
  const isDone = isComplete && !isReturned;
  return (
    <BottomBar givesWay>
      <div className={styles['action']}>
        <ActionButton isBlock icon={<FilterOutline aria-hidden />} onClick={onFilter}>
          筛选
        </ActionButton>
      </div>
      {!isReadOnly && (
        <>
          <div className={styles['action']}>
            <ActionButton isBlock tone={isDone ? 'default' : 'primary'} isDisabled={isDone} onClick={onNext}>
              {isReturned ? '下一个待修改' : '下一个未查'}
            </ActionButton>
          </div>
          <div className={styles['action']}>
            <ActionButton isBlock tone={isDone ? 'primary' : 'default'} onClick={onSubmit}>
              提交
            </ActionButton>
          </div>
        </>
      )}
    </BottomBar>
  );
}
