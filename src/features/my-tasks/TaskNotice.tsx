import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isHandedIn, isLateSubmission, isOpen } from '#contract/task-status.ts';
import type { DeptTaskDetail } from '#contract/task.ts';
import { formatTime } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { serverNow } from '@/lib/server-clock.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import { isUnknown } from '@/offline/entries/held-change.ts';
import { retry, type SubmitEntryRow } from '@/offline/entries/outbox.ts';
import { useAnswerCount } from '@/offline/entries/useAnswers.ts';
import { useIsInMemory } from '@/offline/sending/useOutbox.ts';
import { GoneNotice } from '@/parts/filled/GoneNotice.tsx';
import { giveUp, giveUpSubmission, takeBackSubmission } from '@/parts/filled/take-back.ts';
import { isDone } from '@/parts/filled/is-done.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import { useWithdrawSubmission } from '@/queries/work/withdraw-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { Notice } from '@/ui/basics/Notice.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { tellLostAnswer, tellRefusal } from '@/ui/sheets/tell-refusal.ts';
import styles from './TaskNotice.module.css';

interface TaskNoticeProps {
  detail: DeptTaskDetail;
  /** The server knows of no such task of this person any more. */
  isGone?: boolean;
  /** The submission that waits on this phone, or failed. */
  submit: SubmitEntryRow | undefined;
  /** The answers on this phone. */
  store: AnswerStore;
  /** Shows the points that were sent back; undefined where there are none. */
  onShowReturned?: (() => void) | undefined;
  /** Leads to the first point that a submission waits for; on the result there is none to lead to. */
  onShowHeld?: () => void;
  /** On the result itself, which needs no link to it. */
  isResult?: boolean;
}

/** What the person must know before filling in: returned, submitted, cancelled, refused. */
export function TaskNotice({ detail, isGone = false, submit, store, onShowReturned, onShowHeld, isResult = false }: TaskNoticeProps) {
  const link = !isResult && (
    <Link className={styles['link']} to={paths.seeTask.to(detail.id, detail.taskId)}>
      查看结果
    </Link>
  );
  const problem = store.problem();
  const undelivered = useAnswerCount(store, ({ saveStates }) => saveStates.failed);
  return (
    <>
      {problem !== null && <Notice tone="unqualified" title={problem} />}
      {submit && (isNeedless(submit, detail) ? <NeedlessNotice submit={submit} detail={detail} /> : <SubmitNotice detail={detail} submit={submit} store={store} link={link} onShowHeld={onShowHeld} />)}
      {isGone && (
        <GoneNotice title="不能再填写这个任务">任务不存在，或您已不在{detail.deptName}。</GoneNotice>
      )}
      {!isGone && !submit && isOpen(detail.status) && detail.returnReason !== null && (
        <Notice
          tone="warning"
          title="已退回，请修改后重新提交"
          action={
            onShowReturned && (
              <ActionButton size="small" onClick={onShowReturned}>
                只看有退回意见的要点
              </ActionButton>
            )
          }
        >
          {detail.returnReason}
        </Notice>
      )}
      {!isGone && !submit && isOpen(detail.status) && isWithdrawn(detail) && (
        <Notice tone="neutral" title="提交已撤回，修改后请重新提交">
          {detail.withdrawnByName} · {formatTime(detail.withdrawnAt ?? null)}
        </Notice>
      )}
      {detail.status === 'cancelled' && (
        <Notice tone="neutral" title="任务已取消，不能再填写">
          {detail.cancelReason}
          {undelivered > 0 && (
            <>
              <br />
              {undelivered} 项没有送达，还在本机，可以在下面交管理员处理。
            </>
          )}
        </Notice>
      )}
      {isHandedIn(detail.status) && (
        <Notice
          tone="qualified"
          title={`已提交${detail.isLate ? '（逾期提交）' : ''}${isResult ? '' : canWithdraw(detail) ? '，管理员查看前可以撤回' : '，不能再修改'}`}
          action={
            <div className={styles['actions']}>
              {detail.status === 'submitted' && detail.correctionId != null && (
                <Link className={styles['link']} to={paths.toInnovate.to(detail.correctionId)}>
                  去整改
                </Link>
              )}
              {link}
              {canWithdraw(detail) && <WithdrawButton detail={detail} />}
            </div>
          }
        >
          {detail.submittedByName} · {formatTime(detail.submittedAt)}
          {detail.isCorrecting && detail.status === 'submitted' && (
            <>
              <br />
              <span>已开始自纠整改，不能撤回；需要修改时请联系管理员。</span>
            </>
          )}
        </Notice>
      )}
    </>
  );
}

/** The department took back its last submission: what it was returned for before still counts. */
const isWithdrawn = ({ withdrawnAt, returnedAt }: DeptTaskDetail): boolean => (withdrawnAt ?? '') > (returnedAt ?? '');

const canWithdraw = ({ openedAt, isCorrecting }: DeptTaskDetail): boolean => openedAt === null && !isCorrecting;

/** What a submission that was in time loses when it is withdrawn after the end of its task. */
const lateAgain = (detail: DeptTaskDetail, submittedAt: string): string =>
  isLateSubmission({ ...detail, submittedAt: serverNow().toISOString() }) && !isLateSubmission({ ...detail, submittedAt })
    ? '任务已截止，重新提交会标记为“逾期提交”。'
    : '';

function WithdrawButton({ detail }: { detail: DeptTaskDetail }) {
  const { mutateAsync } = useWithdrawSubmission();
  const handleWithdraw = async (): Promise<void> => {
    const content = `撤回后可以修改，改好后需要重新提交。${lateAgain(detail, detail.submittedAt ?? '')}${detail.unqualifiedCount > 0 ? '已生成的自纠会一并撤销。' : ''}`;
    if (!(await confirmDialog({ title: '撤回提交', content, confirmText: '撤回' }))) return;
    try {
      await mutateAsync({ deptTaskId: detail.id, submittedAt: detail.submittedAt ?? '' });
    } catch (error) {
      if (isAnswerLost(error)) await tellLostAnswer(error, '可能已经撤回，请刷新后核对。');
      else await tellRefusal('没有撤回', error);
      return;
    }
    notify('已撤回，可以修改', 'success');
  };
  return (
    <ActionButton tone="text" size="small" onClick={handleWithdraw}>
      撤回提交
    </ActionButton>
  );
}

/** A colleague was quicker. One that left this phone before may be the very one that the server has. */
const isNeedless = ({ state, attempts }: SubmitEntryRow, detail: DeptTaskDetail): boolean => isHandedIn(detail.status) && (state === 'failed' || attempts === 0);

function NeedlessNotice({ submit, detail }: { submit: SubmitEntryRow; detail: DeptTaskDetail }) {
  const handleDrop = (): Promise<void> => giveUpSubmission(submit);
  return (
    <Notice
      tone="warning"
      title={`任务已由${detail.submittedByName}提交，您的提交不再需要`}
      action={
        <ActionButton size="small" onClick={handleDrop}>
          放弃我的提交
        </ActionButton>
      }
    >
      您填写的内容与已提交的不同时，会在下面的要点上标出。
    </Notice>
  );
}

interface SubmitNoticeProps extends Pick<TaskNoticeProps, 'detail' | 'store' | 'onShowHeld'> {
  submit: SubmitEntryRow;
  link: ReactNode;
}

function SubmitNotice({ detail, submit, store, link, onShowHeld }: SubmitNoticeProps) {
  const isInMemory = useIsInMemory(submit.id);
  const conflicts = useAnswerCount(store, ({ saveStates }) => saveStates.conflict);
  const refused = useAnswerCount(store, ({ saveStates }) => saveStates.failed);
  const unqualified = useAnswerCount(store, (summary) => summary.unqualified);
  // Cleared in another window: there is nothing to type into before the submission is withdrawn.
  const incomplete = useAnswerCount(store, (summary) => summary.incomplete);
  const handleTakeBack = async (): Promise<void> => {
    const content = lateAgain(detail, submit.payload.submittedAt);
    if (content !== '' && !(await confirmDialog({ title: '撤回提交', content, confirmText: '撤回' }))) return;
    await takeBackSubmission(submit.deptTaskId);
  };
  const withdrawButton = isUnknown(submit) && (
    <ActionButton size="small" onClick={handleTakeBack}>
      撤回提交
    </ActionButton>
  );
  if (submit.state === 'failed') {
    return (
      <Notice
        tone="unqualified"
        title="提交没有成功"
        action={
          <>
            <ActionButton size="small" onClick={() => isDone(retry(submit.id))}>
              重新提交
            </ActionButton>
            <ActionButton size="small" onClick={() => giveUp(submit.id)}>
              放弃提交
            </ActionButton>
          </>
        }
      >
        {submit.lastError}
      </Notice>
    );
  }
  if (conflicts + refused + incomplete > 0) {
    const words = [conflicts > 0 && `${conflicts} 项有冲突`, refused > 0 && `${refused} 项未能上传`, incomplete > 0 && `${incomplete} 项不合格缺少说明`].filter(Boolean).join('，');
    return (
      <Notice
        tone="unqualified"
        title={`提交还没有送达：${words}`}
        action={
          <>
            {onShowHeld && (
              <ActionButton size="small" onClick={onShowHeld}>
                去处理
              </ActionButton>
            )}
            {withdrawButton}
            {link}
          </>
        }
      >
        {incomplete > 0 ? '已填写的内容都在本机。请先撤回提交，在下面处理这些要点后再提交。' : '请先在下面处理这些要点，处理后自动提交。'}
      </Notice>
    );
  }
  const wayOut = submit.state === 'needsLogin' ? '重新登录' : '联网';
  return (
    <Notice
      tone={isInMemory ? 'unqualified' : submit.state === 'needsLogin' ? 'warning' : 'neutral'}
      title={isInMemory ? '提交未能存入本机' : submit.state === 'needsLogin' ? '已提交（需要登录后上传）' : '已提交（待上传）'}
      action={
        <>
          {withdrawButton}
          {link}
        </>
      }
    >
      {isInMemory ? `请不要关闭本页：${wayOut}后自动上传，关闭后需要重新提交。` : `已保存在本机，${wayOut}后自动上传。${unqualified > 0 ? '送达后生成自纠，可从这里打开。' : ''}`}
      {!isUnknown(submit) && (submit.attempts > 0 ? '服务器可能已经收到，送达后才能撤回。' : '已导出的文件里也有这次提交，送达后才能撤回。')}
    </Notice>
  );
}
