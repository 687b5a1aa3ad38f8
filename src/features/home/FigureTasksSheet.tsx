import { useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import type { StatDeptTaskQuery } from '#contract/statistics.ts';
import { DeptTaskLinks } from '@/parts/departments/DeptTaskLinks.tsx';
import { useStatTasks } from '@/queries/statistics-queries.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';

/** A number of the figures whose department tasks are looked at. */
export interface Counted {
  title: string;
  note?: string;
  query: Omit<StatDeptTaskQuery, 'pageNum' | 'pageSize'>;
}

/** The department tasks that a number of the figures counts. */
export function FigureTasksSheet({ counted, onClose }: { counted: Counted | undefined; onClose: () => void }) {
  return (
    <Sheet isOpen={counted !== undefined} title={counted?.title ?? ''} onClose={onClose}>
      {counted && <CountedTasks counted={counted} onLeave={onClose} />}
    </Sheet>
  );
}

function CountedTasks({ counted, onLeave }: { counted: Counted; onLeave: () => void }) {
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const tasks = useStatTasks({ ...counted.query, ...page });
  return (
    <>
      {counted.note !== undefined && <p>{counted.note}</p>}
      <DeptTaskLinks tasks={tasks} onPage={setPage} onLeave={onLeave} />
    </>
  );
}
