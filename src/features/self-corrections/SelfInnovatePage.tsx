import { keptCorrectionIds } from '@/offline/reading/kept-copies.ts';
import { useKept } from '@/parts/filled/useKept.ts';
import { useWaitingWork } from '@/parts/work/useWaitingWork.ts';
import { WorkCards } from '@/parts/work/WorkCard.tsx';
import { WorkPage } from '@/parts/work/WorkPage.tsx';
import { useAgeCorrectionsBehind, useMyCorrectionList } from '@/queries/work/self-correction-queries.ts';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import { useIsTable } from '@/ui/browser/paper.ts';
import { TextField } from '@/ui/controls/TextField.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { CorrectionCard } from './CorrectionCard.tsx';
import { CorrectionTable, type CorrectionTableProps } from './CorrectionTable.tsx';

const TABS = [
  { value: 'open', label: '待整改' },
  { value: 'done', label: '已整改' },
  { value: '', label: '全部' },
] as const;

interface ListFilter {
  status?: (typeof TABS)[number]['value'];
  taskName?: string;
}

/** /mytask/self-innovate 我的自纠: what the department has to put right, the most urgent first. */
export default function SelfInnovatePage() {
  const asked = useListFilter<ListFilter>({ taskName: { maxLength: 60 } }, { status: 'open' });
  const { fields, filter } = asked;
  const list = useMyCorrectionList(filter);
  const waiting = useWaitingWork('correction');
  const kept = useKept(keptCorrectionIds);
  useAgeCorrectionsBehind(list.data?.records);

  return (
    <WorkPage
      title="我的自纠"
      noun="自纠"
      tabs={TABS}
      of={list}
      asked={asked}
      search={<TextField label="任务名称" {...fields.bind('taskName')} type="search" placeholder="任务名称" />}
      noMatch="没有符合条件的自纠，可重置条件后再试"
      none={<Nothing status={filter.status} />}
    >
      {(corrections) => <Corrections corrections={corrections} waiting={waiting} kept={kept} />}
    </WorkPage>
  );
}

function Corrections({ corrections, waiting, kept }: CorrectionTableProps) {
  if (useIsTable()) return <CorrectionTable corrections={corrections} waiting={waiting} kept={kept} />;
  return (
    <WorkCards label="我的自纠">
      {corrections.map((correction) => (
        <CorrectionCard key={correction.id} correction={correction} waiting={waiting.get(correction.id)} isKept={kept.has(correction.id)} />
      ))}
    </WorkCards>
  );
}

function Nothing({ status }: { status: ListFilter['status'] }) {
  if (status === 'open') return <AllDone title="没有待整改的自纠">检查出的不合格项提交后会出现在这里。</AllDone>;
  return <NoData hint={status === 'done' ? '还没有整改完的自纠' : '还没有需要整改的不合格项'} />;
}
