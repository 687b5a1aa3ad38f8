import { useState } from 'react';
import { lateStatusLabel } from '#contract/late-status.ts';
import type { ComparedLateAnswer } from '#contract/late-answer.ts';
import { AnswerSide } from '@/filling-in/AnswerSide.tsx';
import { formatTime } from '@/lib/dates.ts';
import { useDecideLateAnswer, useLateAnswers } from '@/queries/late-answer-queries.ts';
import { ActionButton } from '@/ui/ActionButton.tsx';
import { notify } from '@/ui/notify.ts';
import { StatusTag } from '@/ui/StatusTag.tsx';
import { AnswerPhotos } from './AnswerPhotos.tsx';
import { RejectLateSheet } from './RejectLateSheet.tsx';
import styles from './LateAnswers.module.css';

/** Late work of one department, beside what holds now; nothing where there is none. */
export function LateAnswers({ taskId, deptId }: { taskId: string; deptId: string }) {
  const { data } = useLateAnswers({ taskId, deptId, pageSize: 100 });
  const decide = useDecideLateAnswer();
  const [rejected, setRejected] = useState<ComparedLateAnswer>();
  if (data === undefined || data.total === 0) return null;

  const handleAccept = async (late: ComparedLateAnswer): Promise<void> => {
    try {
      await decide.mutateAsync({ id: late.id, decision: 'accepted' });
    } catch {
      // The mutation cache has shown why.
      return;
    }
    notify(late.isTaskCancelled ? '已采纳，仅留作记录' : '已采纳', 'success');
  };

  return (
    <section className={styles['section']} aria-labelledby="late-answers">
      <h2 id="late-answers">迟到的填写</h2>
      <p className={styles['note']}>
        任务取消、科室提交或人员调离之后才送达的结果。采纳后成为自查结果，原来的结果留在历史里；已取消的任务只留作记录。
      </p>
      <ul className={styles['list']}>
        {data.records.map((late) => (
          <li key={late.id} className={styles['item']}>
            <div className={styles['head']}>
              <h3>{late.content}</h3>
              <StatusTag tone={late.status === 'waiting' ? 'warning' : late.status === 'accepted' ? 'qualified' : 'neutral'}>
                {late.status === 'waiting' ? '待处理' : lateStatusLabel[late.status]}
              </StatusTag>
            </div>
            <dl className={styles['sides']}>
              <div>
                <dt>现在的结果{late.current === null ? '' : `（${late.current.answeredByName}）`}</dt>
                <dd>
                  {late.current === null ? '未查' : <AnswerSide {...late.current} />}
                  <AnswerPhotos photos={late.current?.photos ?? []} />
                </dd>
              </div>
              <div>
                <dt>迟到的填写（{late.answeredByName}）</dt>
                <dd>
                  <AnswerSide {...late} />
                  <AnswerPhotos photos={late.photos} />
                </dd>
              </div>
            </dl>
            <p className={styles['note']}>
              {formatTime(late.receivedAt).slice(0, 16)} 送达{late.lateReason === '' ? '' : `：${late.lateReason}`}
            </p>
            {late.status === 'waiting' ? (
              <div className={styles['buttons']}>
                <ActionButton onClick={() => setRejected(late)}>不采纳</ActionButton>
                <ActionButton tone="primary" onClick={() => handleAccept(late)}>
                  采纳
                </ActionButton>
              </div>
            ) : (
              <p className={styles['note']}>
                {late.decidedByName} {formatTime(late.decidedAt).slice(0, 16)} {lateStatusLabel[late.status]}
                {late.decisionReason === '' ? '' : `：${late.decisionReason}`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {data.total > data.records.length && <p className={styles['note']}>共 {data.total} 项，处理完这 {data.records.length} 项后再列出其余的。</p>}
      <RejectLateSheet late={rejected} onClose={() => setRejected(undefined)} />
    </section>
  );
}
