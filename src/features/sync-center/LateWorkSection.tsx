import { lateStatusLabel, type LateStatus } from '#contract/late-status.ts';
import type { LateAnswer } from '#contract/late-answer.ts';
import { resultLabel } from '#contract/result.ts';
import { formatTime } from '@/lib/dates.ts';
import { useMyLateAnswers } from '@/queries/late-answer-queries.ts';
import { Section } from '@/ui/Section.tsx';
import { StatusTag } from '@/ui/StatusTag.tsx';
import { SyncIcon, type SyncTone } from '@/ui/SyncIcon.tsx';
import styles from './LateWorkSection.module.css';

const tones: Record<LateStatus, SyncTone> = { waiting: 'primary', accepted: 'qualified', rejected: 'unqualified' };

/** What was handed in as late work, and what the administrator made of it; nothing for whoever never did. */
export function LateWorkSection() {
  const { data } = useMyLateAnswers();
  if (data === undefined || data.total === 0) return null;
  return (
    <Section title="迟到的填写">
      <p className={styles['note']}>任务已不能填写时交来的内容，保存在服务器上，由管理员决定是否采纳。</p>
      <ul className={styles['list']}>
        {data.records.map((late) => (
          <LateItem key={late.id} late={late} />
        ))}
      </ul>
      {data.total > data.records.length && <p className={styles['note']}>共 {data.total} 项，这里列出最近 {data.records.length} 项。</p>}
    </Section>
  );
}

function LateItem({ late }: { late: LateAnswer }) {
  const { taskName, content, result, remark, photos, status, answeredAt } = late;
  const tone = tones[status];
  return (
    <li className={styles['item']}>
      <p className={styles['head']}>
        <StatusTag tone={tone} icon={<SyncIcon tone={tone} />}>
          {lateStatusLabel[status]}
        </StatusTag>
        <span className={styles['note']}>{formatTime(answeredAt).slice(0, 16)}</span>
      </p>
      <p className={styles['subject']}>{content}</p>
      <p>
        {resultLabel[result]}
        {remark === '' ? '' : `：${remark}`}
        {photos.length > 0 && ` · ${photos.length} 张照片`}
      </p>
      <p className={styles['note']}>{taskName}</p>
      <p className={styles['note']}>{outcomeOf(late)}</p>
    </li>
  );
}

/** Who decided and why; before that, why it came too late. */
function outcomeOf({ status, lateReason, decidedByName, decisionReason, isTaskCancelled }: LateAnswer): string {
  switch (status) {
    case 'waiting':
      return lateReason;
    case 'accepted':
      return isTaskCancelled ? `${decidedByName ?? '管理员'} 已采纳，任务已取消，仅留作记录` : `${decidedByName ?? '管理员'} 已采纳，作为自查结果`;
    case 'rejected':
      return `${decidedByName ?? '管理员'}：${decisionReason}`;
  }
}
