import { useState } from 'react';
import type { ChangedCitation, CitationDecisionKind, LawChange } from '#contract/law-change.ts';
import { toggled } from '@/lib/toggled.ts';
import { useLawCitations } from '@/queries/laws/law-change-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import stack from '@/ui/basics/stack.module.css';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { SelectionBar } from '@/ui/lists/SelectionBar.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { CitationCard } from './CitationCard.tsx';
import { isDecidable, keyOf } from './citation-words.ts';
import { RewriteSheet } from './RewriteSheet.tsx';
import { useDecisions } from './useDecisions.ts';

type View = 'pending' | 'changed' | 'ambiguous' | 'gone' | 'moved' | 'all';

interface ViewFilter {
  pending?: 1 | '';
  state?: Exclude<View, 'pending' | 'all'> | '';
}

const filterOf = (view: View): ViewFilter => {
  if (view === 'pending') return { pending: 1, state: '' };
  return { pending: '', state: view === 'all' ? '' : view };
};

const viewsOf = ({ counts, pending }: LawChange): { value: View; label: string }[] => [
  { value: 'pending', label: `待确认 ${pending}` },
  { value: 'changed', label: `内容有变 ${counts.changed}` },
  ...(counts.ambiguous > 0 ? [{ value: 'ambiguous' as const, label: `多处可对应 ${counts.ambiguous}` }] : []),
  { value: 'gone', label: `失去依据 ${counts.gone}` },
  { value: 'moved', label: `自动移动 ${counts.moved}` },
  { value: 'all', label: '全部' },
];

/** The citations of an edition, what waits first, and what is decided of them: one by one, or several at once. */
export function CitationList({ change }: { change: LawChange }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const [rewritten, setRewritten] = useState<ChangedCitation>();
  const asked = useListFilter<ViewFilter>({}, filterOf(change.pending > 0 ? 'pending' : 'all'), () => setSelected(new Set()));
  const view: View = asked.filter.pending === 1 ? 'pending' : asked.filter.state || 'all';
  const list = useLawCitations(change.id, asked.filter);
  const decide = useDecisions(change, chosen);
  const shown = list.data?.records ?? [];
  const several = shown.filter((citation) => selected.has(keyOf(citation)));

  const handleToggle = (citation: ChangedCitation): void => setSelected(toggled(selected, keyOf(citation)));
  const handleDecision = async (kind: CitationDecisionKind, citation: ChangedCitation): Promise<void> => {
    if (kind === 'rewrite') setRewritten(citation);
    else await decide(kind, [citation]);
  };
  const handleSeveral = async (kind: 'keep' | 'disable'): Promise<void> => {
    if (await decide(kind, several)) setSelected(new Set());
  };

  return (
    <>
      <FilterTabs label="变动情况" tabs={viewsOf(change)} value={view} onChange={(next) => asked.show(filterOf(next))} />
      {several.length > 0 && (
        <SelectionBar
          words={`已选 ${several.length} 条依据`}
          onSelectPage={() => setSelected(new Set(shown.filter(isDecidable).map(keyOf)))}
          onClear={() => setSelected(new Set())}
        >
          <ActionButton size="small" tone="primary" onClick={() => handleSeveral('keep')}>
            沿用
          </ActionButton>
          <ActionButton size="small" onClick={() => handleSeveral('disable')}>
            停用
          </ActionButton>
        </SelectionBar>
      )}
      <PagedList
        of={list}
        asked={asked}
        noMatch="没有这样的依据"
        none={view === 'pending' ? <AllDone title="没有待确认的依据">这个版本引起的变动都已处理。</AllDone> : <NoData hint="没有这样的依据" />}
        skeletonRows={4}
      >
        {(citations) => (
          <ul className={stack['items']} aria-label="受影响的依据">
            {citations.map((citation) => (
              <CitationCard
                key={keyOf(citation)}
                citation={citation}
                change={change}
                isSelected={selected.has(keyOf(citation))}
                chosen={chosen.get(keyOf(citation))}
                onSelect={() => handleToggle(citation)}
                onChoose={(article) => setChosen(new Map(chosen).set(keyOf(citation), article))}
                onDecide={(kind) => handleDecision(kind, citation)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {rewritten && (
        <RewriteSheet key={keyOf(rewritten)} change={change} citation={rewritten} chosen={chosen.get(keyOf(rewritten))} onClose={() => setRewritten(undefined)} />
      )}
    </>
  );
}
