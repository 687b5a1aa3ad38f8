import { useState } from 'react';
import { OPINION_STATUSES, opinionStatusLabel, type OpinionStatus } from '#contract/opinion-status.ts';
import type { Opinion } from '#contract/public-board.ts';
import { roleOf } from '#contract/roles.ts';
import { formatTime } from '@/lib/dates.ts';
import { useOpinions } from '@/queries/public-board-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import card from '@/ui/basics/card.module.css';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { AnswerSheet } from './AnswerSheet.tsx';
import styles from './BoardPage.module.css';

const STATUS_OPTIONS = OPINION_STATUSES.map((value) => ({ value, label: opinionStatusLabel[value] }));

/** Administrators see what everybody wrote, and answer; anybody else the own ones. */
export function OpinionList() {
  const { user } = useSession();
  const isAdmin = user !== undefined && roleOf(user) === 'admin';
  const asked = useListFilter<{ status?: OpinionStatus | '' }>({ status: {} });
  const [answered, setAnswered] = useState<Opinion>();
  const list = useOpinions(asked.filter);
  return (
    <div className={stack['parts']}>
      <SearchBar {...asked.bar}>
        <Select label="状态" {...asked.fields.bind('status')} emptyLabel="全部状态" options={STATUS_OPTIONS} />
      </SearchBar>
      <PagedList
        of={list}
        asked={asked}
        noMatch="没有这样的监督意见"
        none={<NoData hint={isAdmin ? '没有监督意见' : '您还没有提过意见。对公示内容或本院依法执业有意见的，可以在这里提出，由管理员答复'} />}
        skeletonRows={4}
      >
        {(opinions) => (
          <ul className={stack['items']} aria-label="监督意见">
            {opinions.map((opinion) => (
              <OpinionCard key={opinion.id} opinion={opinion} onAnswer={isAdmin ? () => setAnswered(opinion) : undefined} />
            ))}
          </ul>
        )}
      </PagedList>
      {answered && <AnswerSheet key={answered.id} opinion={answered} onClose={() => setAnswered(undefined)} />}
    </div>
  );
}

/** @param onAnswer undefined where the reader may not */
function OpinionCard({ opinion, onAnswer }: { opinion: Opinion; onAnswer: (() => void) | undefined }) {
  const isAnswered = opinion.answeredAt !== null;
  return (
    <li className={card['card']}>
      <div className={styles['head']}>
        <StatusTag tone={isAnswered ? 'qualified' : 'warning'}>{opinionStatusLabel[isAnswered ? 'answered' : 'open']}</StatusTag>
        <span className={letters['quiet']}>
          <Dotted>
            {opinion.deptName}
            {opinion.writtenByName}
            {formatTime(opinion.createdAt)}
          </Dotted>
        </span>
      </div>
      {opinion.subject !== '' && <p className={letters['quiet']}>关于《{opinion.subject}》</p>}
      <p className={styles['text']}>{opinion.body}</p>
      {opinion.answeredAt !== null && (
        <div className={styles['answer']}>
          <p className={styles['text']}>{opinion.answer}</p>
          <p className={letters['quiet']}>
            {opinion.answeredByName} {formatTime(opinion.answeredAt)} 答复
          </p>
        </div>
      )}
      {onAnswer && (
        <div>
          <ActionButton size="small" tone={isAnswered ? 'default' : 'primary'} onClick={onAnswer}>
            {isAnswered ? '修改答复' : '答复'}
          </ActionButton>
        </div>
      )}
    </li>
  );
}
