import { Link } from 'react-router-dom';
import { lateStatusLabel } from '#contract/late-status.ts';
import type { ComparedLateWork } from '#contract/late-work.ts';
import { formatTime } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { AnswerSide } from '@/parts/conflicts/AnswerSide.tsx';
import { CorrectionSide } from '@/parts/conflicts/CorrectionSide.tsx';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { CloseCircleOutline } from '@/ui/basics/icons.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import letters from '@/ui/basics/letters.module.css';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { AnswerPhotos } from './AnswerPhotos.tsx';
import styles from './LateWorkList.module.css';

interface LateWorkItemProps {
  late: ComparedLateWork;
  /** Names task and department, and leads there: what is in the way of a decision can be done there, such as a return. */
  hasPlace: boolean;
  /** Why it could not be decided as wished. */
  refusal: string | undefined;
  /** Where it can be decided together with others. */
  selection: { isSelected: boolean; onSelect: (isSelected: boolean) => void } | undefined;
  onAccept: () => Promise<void>;
  onReject: () => void;
}

/** One piece of late work beside what holds now. */
export function LateWorkItem({ late, hasPlace, refusal, selection, onAccept, onReject }: LateWorkItemProps) {
  const { current, held } = sidesOf(late);
  const Heading = hasPlace ? 'h2' : 'h3';
  return (
    <li className={styles['item']}>
      <div className={styles['head']}>
        {selection === undefined ? (
          <Heading>{late.content}</Heading>
        ) : (
          <Checkbox label={late.content} isChecked={selection.isSelected} onChange={selection.onSelect} />
        )}
        <StatusTag
          tone={late.status === 'waiting' ? 'primary' : late.status === 'accepted' ? 'qualified' : 'neutral'}
          icon={late.status === 'rejected' ? <CloseCircleOutline aria-hidden /> : undefined}
        >
          {late.status === 'waiting' ? '待处理' : lateStatusLabel[late.status]}
        </StatusTag>
      </div>
      {hasPlace && (
        <p className={letters['quiet']}>
          <Link to={paths.deptInfo.to(late.taskId, late.deptId)}>{late.deptName}</Link> · {late.kind === 'correction' ? '自纠 · ' : ''}
          {late.taskName}
        </p>
      )}
      <dl className={styles['sides']}>
        <div>
          <dt>
            现在的{late.kind === 'answer' ? '结果' : '整改'}
            {held === '' ? '' : `（${held}）`}
          </dt>
          <dd>{current}</dd>
        </div>
        <div>
          <dt>迟到的填写（{late.enteredByName}）</dt>
          <dd>
            {late.kind === 'answer' ? <AnswerSide {...late.value} /> : <CorrectionSide value={late.value} savedAt={late.value.correctedAt} />}
            <AnswerPhotos photos={late.kind === 'answer' ? late.value.photos : late.value.photosAfter} />
          </dd>
        </div>
      </dl>
      <p className={letters['quiet']}>
        {formatTime(late.receivedAt)} {late.importedByName === null ? '送达' : `由管理员 ${late.importedByName} 从导出文件导入`}
        {late.lateReason === '' ? '' : `：${late.lateReason}`}
      </p>
      {late.status === 'waiting' && late.recordOnly !== '' && <p className={letters['quiet']}>{late.recordOnly}，采纳后只留作记录。</p>}
      {refusal !== undefined && (
        <p className={styles['refusal']} role="alert">
          {refusal}
        </p>
      )}
      {late.status === 'waiting' ? (
        <div className={styles['buttons']}>
          <ActionButton onClick={onReject}>不采纳</ActionButton>
          <ActionButton tone="primary" onClick={onAccept}>
            采纳
          </ActionButton>
        </div>
      ) : (
        <p className={letters['quiet']}>
          {late.decidedByName} {formatTime(late.decidedAt)} {lateStatusLabel[late.status]}
          {late.decisionReason === '' ? '' : `：${late.decisionReason}`}
        </p>
      )}
    </li>
  );
}

/** What holds now, and whose it is. */
function sidesOf(late: ComparedLateWork) {
  if (late.current === null) return { current: late.kind === 'answer' ? '未查' : '未填写', held: '' };
  if (late.kind === 'answer') {
    const { current } = late;
    return {
      current: (
        <>
          <AnswerSide {...current} />
          <AnswerPhotos photos={current.photos} />
        </>
      ),
      held: current.answeredByName,
    };
  }
  const { current } = late;
  return {
    current: (
      <>
        <CorrectionSide value={current} returnReason={current.correctedAt === null ? current.returnReason : null} savedAt={current.savedAt} />
        <AnswerPhotos photos={current.photosAfter} />
      </>
    ),
    held: current.savedByName ?? '',
  };
}
