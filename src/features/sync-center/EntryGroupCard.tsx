import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { canHandIn, handInLate } from '@/offline/entries/outbox.ts';
import { isDone } from '@/parts/filled/is-done.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { RightOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { SyncIcon } from '@/ui/basics/SyncIcon.tsx';
import letters from '@/ui/basics/letters.module.css';
import { EntryItem } from './EntryItem.tsx';
import { conditions, countConditions, needsPerson, summaryOf, type EntryGroup } from './entry-view.ts';
import styles from './EntryGroupCard.module.css';

/** A cancelled task may have hundreds of entries. */
const STEP = 20;

/** What waits of one task: told in one line, one by one only what needs the person, and the rest at a tap. */
export function EntryGroupCard({ group }: { group: EntryGroup }) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [limit, setLimit] = useState(STEP);
  const urgent = group.entries.filter(({ condition }) => needsPerson(condition));
  const listed = isOpen ? group.entries : urgent;
  const shown = listed.slice(0, limit);
  const refused = group.entries.map(({ entry }) => entry).filter(canHandIn);
  const quietCount = group.entries.length - urgent.length;
  return (
    <section className={styles['card']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h3 id={titleId}>
          <Link to={group.path}>
            <span>{group.title}</span>
            <RightOutline aria-hidden />
          </Link>
        </h3>
        <p className={letters['quiet']}>{summaryOf(group.entries.map(({ entry }) => entry))}</p>
        <p className={styles['tags']}>
          {countConditions(group.entries).map(({ condition, count }) => (
            <StatusTag key={condition} tone={conditions[condition].tone} icon={<SyncIcon tone={conditions[condition].tone} />}>
              {conditions[condition].words} {count}
            </StatusTag>
          ))}
        </p>
      </div>
      {shown.length > 0 && (
        <ul>
          {shown.map(({ entry, condition }) => (
            <EntryItem key={entry.id} entry={entry} condition={condition} path={group.path} />
          ))}
        </ul>
      )}
      <div className={styles['more']}>
        {refused.length > 1 && (
          <ActionButton size="small" onClick={() => isDone(handInLate(refused.map(({ id }) => id)))}>
            {refused.length} 项未能上传，全部交管理员处理
          </ActionButton>
        )}
        {listed.length > limit && (
          <ActionButton size="small" tone="text" onClick={() => setLimit(limit + STEP)}>
            再显示 {Math.min(STEP, listed.length - limit)} 项（共 {listed.length} 项）
          </ActionButton>
        )}
        {quietCount > 0 && (
          <ActionButton size="small" tone="text" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? '收起' : urgent.length === 0 ? `查看 ${quietCount} 项` : `查看其余 ${quietCount} 项`}
          </ActionButton>
        )}
      </div>
    </section>
  );
}
