import { useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { STAT_KINDS, type StatKind } from '#contract/statistics-kind.ts';
import type { TaskType } from '#contract/task-status.ts';
import { DeptTaskLinks } from '@/parts/departments/DeptTaskLinks.tsx';
import { useStatTasks } from '@/queries/statistics-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import stack from '@/ui/basics/stack.module.css';
import { Select } from '@/ui/controls/Select.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { kindLabel } from './check-figures.ts';

/** A number whose department tasks are looked at. */
export interface Behind {
  title: string;
  note?: string;
  kind: StatKind;
  deptId?: string;
  /** With `kind` unqualified: those in which this point failed. */
  pointId?: string;
}

interface StatTasksSheetProps {
  behind: Behind | undefined;
  taskType: TaskType;
  query: { startDate: string; endDate: string; deptId?: string };
  onClose: () => void;
}

/** The department tasks behind a number; each leads to what was answered. */
export function StatTasksSheet({ behind, taskType, query, onClose }: StatTasksSheetProps) {
  return (
    <Sheet isOpen={behind !== undefined} title={behind?.title ?? ''} onClose={onClose}>
      {behind && <TasksBehind behind={behind} taskType={taskType} query={query} onLeave={onClose} />}
    </Sheet>
  );
}

/** Numbers of points, and not of department tasks. */
const OF_POINTS: ReadonlySet<StatKind> = new Set(['checked', 'unqualified', 'corrected']);

function TasksBehind({ behind, taskType, query, onLeave }: Omit<StatTasksSheetProps, 'behind' | 'onClose'> & { behind: Behind; onLeave: () => void }) {
  const [kind, setKind] = useState(behind.kind);
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const { deptId, pointId } = behind;
  const tasks = useStatTasks({ ...query, taskType, kind, ...page, ...(deptId === undefined ? {} : { deptId }), ...(pointId === undefined ? {} : { pointId }) });
  return (
    <div className={stack['items']}>
      {behind.note !== undefined && <p>{behind.note}</p>}
      {pointId === undefined && (
        <Select
          label="范围"
          value={kind}
          onChange={(value) => {
            setKind(value as StatKind);
            setPage({ ...page, pageNum: 1 });
          }}
          options={STAT_KINDS.map((value) => ({ value, label: kindLabel[value] }))}
        />
      )}
      {OF_POINTS.has(kind) && <p className={letters['quiet']}>这些要点在以下科室任务中：</p>}
      <DeptTaskLinks tasks={tasks} onPage={setPage} onLeave={onLeave} />
    </div>
  );
}
