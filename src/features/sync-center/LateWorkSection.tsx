import { useEffect } from 'react';
import { lateStatusLabel, type LateStatus } from '#contract/late-status.ts';
import type { LateWork } from '#contract/late-work.ts';
import { resultLabel } from '#contract/result.ts';
import { formatShortTime } from '@/lib/dates.ts';
import { onSyncRequested } from '@/offline/entries/sync-status.ts';
import { useMyLateWork } from '@/queries/work/late-work-queries.ts';
import { Section } from '@/ui/basics/Section.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { SyncIcon, type SyncTone } from '@/ui/basics/SyncIcon.tsx';
import letters from '@/ui/basics/letters.module.css';
import styles from './LateWorkSection.module.css';

const tones: Record<LateStatus, SyncTone> = { waiting: 'primary', accepted: 'qualified', rejected: 'unqualified' };

/** What was handed in as late work, and what the administrator made of it; nothing for whoever never did. */
export function LateWorkSection() {
  const { data, refetch } = useMyLateWork();
  useEffect(() => onSyncRequested(() => void refetch()), [refetch]);
  if (data === undefined || data.total === 0) return null;
  return (
    <Section title="迟到的填写">
      <p className={letters['quiet']}>任务或自纠已不能填写时交来的内容，保存在服务器上，由管理员决定是否采纳。</p>
      <ul className={styles['list']}>
        {data.records.map((late) => (
          <LateItem key={late.id} late={late} />
        ))}
      </ul>
      {data.total > data.records.length && <p className={letters['quiet']}>共 {data.total} 项，这里列出最近 {data.records.length} 项。</p>}
    </Section>
  );
}

function LateItem({ late }: { late: LateWork }) {
  const { taskName, content, status } = late;
  const tone = tones[status];
  const photoCount = (late.kind === 'answer' ? late.value.photos : late.value.photosAfter).length;
  return (
    <li className={styles['item']}>
      <p className={styles['head']}>
        <StatusTag tone={tone} icon={<SyncIcon tone={tone} />}>
          {lateStatusLabel[status]}
        </StatusTag>
        <span className={letters['quiet']}>{formatShortTime(enteredAt(late))}</span>
      </p>
      <p className={styles['subject']}>{content}</p>
      <p>
        {valueOf(late)}
        {photoCount > 0 && ` · ${photoCount} 张照片`}
      </p>
      <p className={letters['quiet']}>
        {late.kind === 'correction' && '自纠 · '}
        {taskName === '' ? '原科室的任务' : taskName}
      </p>
      {late.importedByName !== null && (
        <p className={letters['quiet']}>
          管理员 {late.importedByName} {formatShortTime(late.receivedAt)} 从导出文件导入
        </p>
      )}
      <p className={letters['quiet']}>{outcomeOf(late)}</p>
    </li>
  );
}

const enteredAt = (late: LateWork): string => (late.kind === 'answer' ? late.value.answeredAt : (late.value.correctedAt ?? late.receivedAt));

function valueOf(late: LateWork): string {
  const [word, text] =
    late.kind === 'answer'
      ? [resultLabel[late.value.result], late.value.remark]
      : [late.value.correctedAt === null ? '待整改' : '已整改', late.value.measures];
  return text === '' ? word : `${word}：${text}`;
}

/** Who decided and why; before that, why it came too late. */
function outcomeOf({ status, lateReason, decidedByName, decisionReason, recordOnly }: LateWork): string {
  switch (status) {
    case 'waiting':
      return lateReason;
    case 'accepted':
      return `${decidedByName ?? '管理员'} 已采纳，${recordOnly === '' ? '已记入任务' : `${recordOnly}，仅留作记录`}`;
    case 'rejected':
      return `${decidedByName ?? '管理员'}：${decisionReason}`;
  }
}
