import { Link } from 'react-router-dom';
import type { DutyPeriod } from '#contract/duty.ts';
import { paths } from '@/lib/paths.ts';
import stack from '@/ui/basics/stack.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import type { OpenDuty } from './duty-view.ts';
import styles from './MissingDeptsSheet.module.css';

/** The departments that have not met a check: those that were issued none, and those that have not submitted theirs. */
export function MissingDeptsSheet({ open, onClose }: { open: OpenDuty | undefined; onClose: () => void }) {
  return (
    <Sheet isOpen={open !== undefined} title={open?.label ?? ''} onClose={onClose}>
      {open && <Missing period={open.period} onLeave={onClose} />}
    </Sheet>
  );
}

function Missing({ period, onLeave }: { period: DutyPeriod; onLeave: () => void }) {
  const groups = [
    { title: '已下发，未提交', depts: period.missing.filter((dept) => dept.isIssued), link: { to: paths.taskManage.to(), label: '查看任务列表' } },
    { title: '还没有下发任务', depts: period.missing.filter((dept) => !dept.isIssued), link: { to: paths.taskCreate.to(), label: '下发任务' } },
  ].filter(({ depts }) => depts.length > 0);
  return (
    <div className={stack['parts']}>
      <p>
        {period.from} 至 {period.to}，已完成 {period.done}/{period.required} 个科室，{period.dueDate} 截止。
      </p>
      {groups.map(({ title, depts, link }) => (
        <section key={title} className={styles['group']} aria-label={title}>
          <h3>
            {title}（{depts.length}）
          </h3>
          <p>{depts.map((dept) => dept.deptName).join('、')}</p>
          <Link className={styles['link']} to={link.to} onClick={onLeave}>
            {link.label}
          </Link>
        </section>
      ))}
    </div>
  );
}
