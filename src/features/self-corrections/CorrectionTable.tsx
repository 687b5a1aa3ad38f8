import { taskTypeLabel } from '#contract/task-status.ts';
import type { SelfCorrection } from '#contract/self-correction.ts';
import { useCorrectionProgress } from '@/queries/work/useCorrectionProgress.ts';
import { ProgressLine } from '@/ui/basics/ProgressLine.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { DataList, type Column } from '@/ui/lists/DataList.tsx';
import { CorrectionMarks } from './CorrectionMarks.tsx';
import { correctionPath } from './correction-path.ts';
import type { WaitingCorrection } from './useWaitingCorrections.ts';
import styles from './CorrectionTable.module.css';

interface CorrectionTableProps {
  corrections: readonly SelfCorrection[];
  waiting: ReadonlyMap<string, WaitingCorrection>;
  kept: ReadonlySet<string>;
}

/** The same self-corrections as the cards, on a desktop. */
export function CorrectionTable({ corrections, waiting, kept }: CorrectionTableProps) {
  const columns: Column<SelfCorrection>[] = [
    { key: 'taskName', title: '任务名称', minWidth: '10em', render: (correction) => correction.taskName },
    {
      key: 'marks',
      title: '状态',
      width: '300px',
      render: (correction) => <Marks correction={correction} waiting={waiting.get(correction.id)} isKept={kept.has(correction.id)} />,
    },
    { key: 'taskType', title: '类型', width: '96px', render: (correction) => taskTypeLabel(correction.taskType) },
    { key: 'dueDate', title: '整改期限', width: '120px', render: (correction) => <WholeWords text={correction.dueDate} /> },
    { key: 'progress', title: '已整改', width: '150px', render: (correction) => <Progress correction={correction} /> },
  ];
  return (
    <DataList
      label="我的自纠"
      columns={columns}
      rows={corrections}
      rowKey={(correction) => correction.id}
      rowPath={correctionPath}
      actions={(correction) => {
        const word = correction.status === 'open' ? '整改' : '查看';
        return (
          <a className={styles['action']} href={`#${correctionPath(correction)}`} aria-label={`${word} ${correction.taskName}`}>
            {word}
          </a>
        );
      }}
    />
  );
}

function Marks({ correction, waiting, isKept }: { correction: SelfCorrection; waiting: WaitingCorrection | undefined; isKept: boolean }) {
  const { corrected, hasDetail } = useCorrectionProgress(correction);
  return (
    <div className={styles['marks']}>
      <CorrectionMarks correction={correction} corrected={corrected} waiting={waiting} isKept={isKept || hasDetail} />
    </div>
  );
}

function Progress({ correction }: { correction: SelfCorrection }) {
  const { corrected } = useCorrectionProgress(correction);
  return (
    <div className={styles['progress']}>
      <span>
        {corrected}/{correction.itemCount}
      </span>
      <ProgressLine value={corrected} max={correction.itemCount} label="整改进度" />
    </div>
  );
}
