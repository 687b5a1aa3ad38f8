import { taskTypeLabel } from '#contract/task-status.ts';
import type { SelfCorrection } from '#contract/self-correction.ts';
import type { Waiting } from '@/parts/work/waiting.ts';
import { MarksCell, ProgressCell, WorkLink } from '@/parts/work/WorkRow.tsx';
import { useCorrectionProgress } from '@/queries/work/useCorrectionProgress.ts';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { DataList, type Column } from '@/ui/lists/DataList.tsx';
import { CorrectionMarks } from './CorrectionMarks.tsx';
import { correctionPath } from './correction-path.ts';

export interface CorrectionTableProps {
  corrections: readonly SelfCorrection[];
  waiting: ReadonlyMap<string, Waiting>;
  kept: ReadonlySet<string>;
}

/** The same self-corrections as the cards, on a desktop. */
export function CorrectionTable({ corrections, waiting, kept }: CorrectionTableProps) {
  const columns: Column<SelfCorrection>[] = [
    { key: 'taskName', title: '任务名称', render: (correction) => correction.taskName },
    {
      key: 'marks',
      title: '状态',
      width: 'max(300px, 26vw)',
      render: (correction) => <Marks correction={correction} waiting={waiting.get(correction.id)} isKept={kept.has(correction.id)} />,
    },
    { key: 'taskType', title: '类型', width: '88px', render: (correction) => <WholeWords text={taskTypeLabel(correction.taskType)} /> },
    { key: 'dueDate', title: '整改期限', width: '108px', render: (correction) => <WholeWords text={correction.dueDate} /> },
    { key: 'progress', title: '已整改', width: '150px', render: (correction) => <Progress correction={correction} /> },
  ];
  return (
    <DataList
      label="我的自纠"
      columns={columns}
      rows={corrections}
      rowKey={(correction) => correction.id}
      rowPath={correctionPath}
      usual={(correction) => <WorkLink to={correctionPath(correction)} word={correction.status === 'open' ? '整改' : '查看'} name={correction.taskName} />}
    />
  );
}

function Marks({ correction, waiting, isKept }: { correction: SelfCorrection; waiting: Waiting | undefined; isKept: boolean }) {
  const { corrected, hasDetail } = useCorrectionProgress(correction);
  return (
    <MarksCell>
      <CorrectionMarks correction={correction} corrected={corrected} waiting={waiting} isKept={isKept || hasDetail} />
    </MarksCell>
  );
}

function Progress({ correction }: { correction: SelfCorrection }) {
  const { corrected } = useCorrectionProgress(correction);
  return <ProgressCell done={corrected} of={correction.itemCount} label="整改进度" />;
}
