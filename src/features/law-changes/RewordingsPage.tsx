import { useState } from 'react';
import type { Rewording, RewordingDecisionKind } from '#contract/rewording.ts';
import { toggled } from '@/lib/toggled.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import { type RewordingFilter, useDecideRewordings, useRewordings } from '@/queries/laws/rewording-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { SelectionBar } from '@/ui/lists/SelectionBar.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { tellLostAnswer, tellRefusal } from '@/ui/sheets/tell-refusal.ts';
import { RewordingCard } from './RewordingCard.tsx';
import { rewordingLabel } from './rewording-words.ts';

type View = 'pending' | 'kept';

const filterOf = (view: View): Pick<RewordingFilter, 'pending'> => ({ pending: view === 'pending' ? 1 : 0 });

/** 国家库更新: points that the institution has in its own words while the national library has others, and whose words hold. */
export default function RewordingsPage() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const asked = useListFilter<Pick<RewordingFilter, 'pending'>>({}, filterOf('pending'), () => setSelected(new Set()));
  const view: View = asked.filter.pending === 1 ? 'pending' : 'kept';
  const list = useRewordings(asked.filter);
  const decide = useDecisions();
  const shown = list.data?.records ?? [];
  const several = shown.filter(({ pointId, isPending }) => isPending && selected.has(pointId));

  const handleSeveral = async (kind: RewordingDecisionKind): Promise<void> => {
    if (await decide(kind, several)) setSelected(new Set());
  };

  return (
    <Page
      title="国家库更新"
      header={
        <FilterTabs
          label="处理情况"
          tabs={[
            { value: 'pending', label: '待处理' },
            { value: 'kept', label: '用本机构文本' },
          ]}
          value={view}
          onChange={(next) => asked.show(filterOf(next))}
        />
      }
    >
      <div className={stack['items']}>
        <p className={letters['quiet']}>国家库有新文本、本机构用自己文本的要点。处理之前，新任务仍用本机构文本；已下发的任务不受影响。</p>
        {several.length > 0 && (
          <SelectionBar
            words={`已选 ${several.length} 个要点`}
            onSelectPage={() => setSelected(new Set(shown.map(({ pointId }) => pointId)))}
            onClear={() => setSelected(new Set())}
          >
            {(['keep', 'adopt'] as const).map((kind) => (
              <ActionButton key={kind} size="small" tone={kind === 'keep' ? 'primary' : 'default'} onClick={() => handleSeveral(kind)}>
                {rewordingLabel[kind]}
              </ActionButton>
            ))}
          </SelectionBar>
        )}
        <PagedList
          of={list}
          asked={asked}
          noMatch="没有这样的要点"
          none={view === 'pending' ? <AllDone title="没有待处理的要点">国家库改写了本机构有自己文本的要点时，会列在这里。</AllDone> : <NoData hint="没有用本机构文本的要点" />}
          skeletonRows={4}
        >
          {(points) => (
            <ul className={stack['items']} aria-label="有新文本的要点">
              {points.map((rewording) => (
                <RewordingCard
                  key={rewording.pointId}
                  rewording={rewording}
                  isSelected={selected.has(rewording.pointId)}
                  onSelect={() => setSelected(toggled(selected, rewording.pointId))}
                  onDecide={(kind) => decide(kind, [rewording])}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Page>
  );
}

/** Decides on one point or several at once. */
function useDecisions() {
  const deciding = useDecideRewordings();
  /** @returns whether it was done */
  return async (kind: RewordingDecisionKind, points: readonly Rewording[]): Promise<boolean> => {
    if (kind === 'adopt' && !(await isSure(kind, points.length))) return false;
    try {
      await deciding.mutateAsync({ decisions: points.map(({ pointId, version, nationalVersion, isPending }) => ({ pointId, version, nationalVersion, isPending, kind })) });
    } catch (error) {
      if (isAnswerLost(error)) await tellLostAnswer(error, '可能已经处理，请刷新后核对。');
      else await tellRefusal('没有处理', error);
      return false;
    }
    notify(`${points.length} 个要点已${rewordingLabel[kind]}`, 'success');
    return true;
  };
}

const isSure = (kind: RewordingDecisionKind, count: number): Promise<boolean> =>
  confirmDialog({
    title: rewordingLabel[kind],
    content: `${count === 1 ? '这个要点' : `这 ${count} 个要点`}在以后下发的任务中改用国家新文本，本机构文本不再使用。已下发的任务不受影响。`,
    confirmText: '沿用',
  });
