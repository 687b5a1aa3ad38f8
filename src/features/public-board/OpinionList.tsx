import { useState } from 'react';
import { OPINION_STATUSES, opinionStatusLabel, type OpinionStatus } from '#contract/opinion-status.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import type { Opinion } from '#contract/public-board.ts';
import { roleOf } from '#contract/roles.ts';
import { formatTime } from '@/lib/dates.ts';
import { useOpinions } from '@/queries/public-board-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { Pagination } from '@/ui/lists/Pagination.tsx';
import { AnswerSheet } from './AnswerSheet.tsx';
import styles from './BoardPage.module.css';

const STATUS_OPTIONS = OPINION_STATUSES.map((value) => ({ value, label: opinionStatusLabel[value] }));

/** Administrators see what everybody wrote, and answer; anybody else the own ones. */
export function OpinionList() {
  const { user } = useSession();
  const isAdmin = user !== undefined && roleOf(user) === 'admin';
  const [filter, setFilter] = useState<{ status: OpinionStatus | ''; pageNum: number; pageSize: number }>({ status: '', pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const [answered, setAnswered] = useState<Opinion>();
  const list = useOpinions({ ...filter, status: filter.status === '' ? undefined : filter.status });
  return (
    <div className={styles['content']}>
      <div className={styles['filter']}>
        <Select
          label="状态"
          value={filter.status}
          onChange={(status) => setFilter({ ...filter, status: status as OpinionStatus | '', pageNum: 1 })}
          emptyLabel="全部"
          options={STATUS_OPTIONS}
        />
      </div>
      {list.data ? (
        list.data.total === 0 ? (
          <NoData hint={isAdmin ? '没有监督意见' : '您还没有提过意见。对公示内容或本院依法执业有意见的，可以在这里提出，由管理员答复'} />
        ) : (
          <>
            <ul className={styles['opinions']} aria-label="监督意见">
              {list.data.records.map((opinion) => (
                <OpinionCard key={opinion.id} opinion={opinion} onAnswer={isAdmin ? () => setAnswered(opinion) : undefined} />
              ))}
            </ul>
            <Pagination pageNum={list.data.pageNum} pageSize={list.data.pageSize} total={list.data.total} onChange={(page) => setFilter({ ...filter, ...page })} />
          </>
        )
      ) : list.isError ? (
        <LoadFailed error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <ListSkeleton rows={4} />
      )}
      {answered && <AnswerSheet key={answered.id} opinion={answered} onClose={() => setAnswered(undefined)} />}
    </div>
  );
}

/** @param onAnswer undefined where the reader may not */
function OpinionCard({ opinion, onAnswer }: { opinion: Opinion; onAnswer: (() => void) | undefined }) {
  const isAnswered = opinion.answeredAt !== null;
  return (
    <li className={styles['opinion']}>
      <div className={styles['head']}>
        <StatusTag tone={isAnswered ? 'qualified' : 'warning'}>{opinionStatusLabel[isAnswered ? 'answered' : 'open']}</StatusTag>
        <span className={styles['facts']}>
          <Dotted>
            {opinion.deptName}
            {opinion.writtenByName}
            {formatTime(opinion.createdAt)}
          </Dotted>
        </span>
      </div>
      {opinion.subject !== '' && <p className={styles['facts']}>关于《{opinion.subject}》</p>}
      <p className={styles['text']}>{opinion.body}</p>
      {opinion.answeredAt !== null && (
        <div className={styles['answer']}>
          <p className={styles['text']}>{opinion.answer}</p>
          <p className={styles['facts']}>
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
