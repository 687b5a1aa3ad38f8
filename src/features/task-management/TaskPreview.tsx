import type { DepartmentOption } from '#contract/department.ts';
import { daysBetween } from '#contract/calendar.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import warning from '@/ui/basics/warning.module.css';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { branchState, type PointCategory, pointIdsOf } from './point-selection.ts';
import type { TaskDraft } from './task-draft.ts';
import styles from './TaskPreview.module.css';

export interface TaskPreviewProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
  /** Why it could not be issued. */
  problem: string | undefined;
  typeLabel: string;
  draft: TaskDraft;
  departments: readonly DepartmentOption[];
  categories: readonly PointCategory[];
  /** Of all departments together. */
  pointIds: ReadonlySet<string>;
  deptPointIds: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many points a department gets that has no list of its own. */
  commonCount: number;
  isByDept: boolean;
}

/** Everything that will be issued, once more, before it reaches people. */
export function TaskPreview({ isOpen, onClose, onConfirm, problem, typeLabel, draft, departments, categories, pointIds, deptPointIds, commonCount, isByDept }: TaskPreviewProps) {
  const counts = categories
    .map((category) => ({ name: category.name, count: branchState(pointIdsOf(category), pointIds).selected }))
    .filter((category) => category.count > 0);
  const countOf = ({ id }: DepartmentOption): number => deptPointIds.get(id)?.size ?? commonCount;
  const areAlike = departments.every((department) => countOf(department) === pointIds.size);
  const isAskedAll = ({ id, kind }: DepartmentOption): boolean => isByDept && kind === undefined && !deptPointIds.has(id);
  const withoutStaff = departments.filter((department) => department.employeeCount === 0);
  return (
    <Sheet
      isOpen={isOpen}
      title="任务预览"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>返回修改</ActionButton>
          <ActionButton tone="primary" onClick={onConfirm}>
            确认下发
          </ActionButton>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div tabIndex={0} role="group" aria-label="任务内容">
        <dl className={styles['facts']}>
          <dt>任务名称</dt>
          <dd>{draft.taskName}</dd>
          <dt>任务类型</dt>
          <dd>{typeLabel}</dd>
          <dt>自查时间</dt>
          <dd>
            {draft.startDate} 至 {draft.endDate}（共 {daysBetween(draft.startDate, draft.endDate) + 1} 天）
          </dd>
          <dt>整改期限</dt>
          <dd>提交后 {draft.correctDays} 天</dd>
          {draft.remark !== '' && (
            <>
              <dt>任务说明</dt>
              <dd className={styles['remark']}>{draft.remark}</dd>
            </>
          )}
          <dt>科室（{departments.length}）</dt>
          <dd>
            {departments
              .map((department) => {
                if (areAlike) return department.deptName;
                return `${department.deptName}（${isAskedAll(department) ? '没有科室类别，全部 ' : ''}${countOf(department)} 个要点）`;
              })
              .join('、')}
          </dd>
          <dt>要点（{pointIds.size}）</dt>
          <dd>
            <ul>
              {counts.map((category) => (
                <li key={category.name} className={styles['category']}>
                  <span>{category.name}</span>
                  <span>{category.count}</span>
                </li>
              ))}
            </ul>
          </dd>
        </dl>
      </div>
      {withoutStaff.length > 0 && (
        <p className={`${warning['line']} ${styles['warning']}`} role="note">
          {withoutStaff.map((department) => department.deptName).join('、')}还没有人员，任务将无人填写。
        </p>
      )}
      {problem !== undefined && (
        <div className={styles['problem']}>
          <FormProblem>{problem}</FormProblem>
        </div>
      )}
    </Sheet>
  );
}
