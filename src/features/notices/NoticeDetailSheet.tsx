import type { Notice, NoticeDetail } from '#contract/notice.ts';
import { paths } from '@/lib/paths.ts';
import { useNoticeDetail } from '@/queries/notice-management-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { NoticeText } from './NoticeText.tsx';
import { readersOf } from './notice-readers.ts';
import styles from './NoticeDetailSheet.module.css';

/** Who has not read it, by department; unfolds. */
function Unread({ unread }: Pick<NoticeDetail, 'unread'>) {
  const all = unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  const named = unread.reduce((sum, { employeeNames }) => sum + employeeNames.length, 0);
  return (
    <details className={styles['unread']}>
      <summary>查看未读人员</summary>
      <ul aria-label="未读人员">
        {unread.map(({ deptId, deptName, unreadCount, employeeNames }) => (
          <li key={deptId}>
            <strong>{deptName}</strong>（{unreadCount}）{employeeNames.length > 0 && `：${employeeNames.join('、')}`}
            {unreadCount > employeeNames.length && employeeNames.length > 0 && ' 等'}
          </li>
        ))}
      </ul>
      {named < all && (
        <p>
          共 {all} 人未读，只列出其中 {named} 人的姓名
        </p>
      )}
    </details>
  );
}

/** A notice as its readers see it, and whom it reaches. */
export function NoticeDetailSheet({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const detail = useNoticeDetail(notice.id);
  const shown = detail.data ?? notice;
  const names = detail.data === undefined || shown.audience === 'all' ? readersOf(shown) : detail.data.deptNames.join('、');
  return (
    <Sheet
      isOpen
      title="通知详情"
      onClose={onClose}
      footer={
        <ActionButton tone="primary" onClick={onClose}>
          关闭
        </ActionButton>
      }
    >
      <div className={stack['parts']}>
        <NoticeText notice={shown} />
        <dl className={styles['facts']}>
          <div>
            <dt>发布范围</dt>
            <dd>{names || '科室已删除'}</dd>
          </div>
          {shown.status === 'published' && (
            <div>
              <dt>阅读情况</dt>
              <dd>
                已读 {shown.readCount} 人，共 {shown.readerCount} 人
                {detail.data && detail.data.unread.length > 0 && <Unread unread={detail.data.unread} />}
              </dd>
            </div>
          )}
          {shown.taskId !== null && (
            <div>
              <dt>相关任务</dt>
              <dd>
                <a className={styles['task']} href={`#${paths.showTask.to(shown.taskId)}`} onClick={onClose}>
                  查看任务
                </a>
              </dd>
            </div>
          )}
        </dl>
      </div>
    </Sheet>
  );
}
