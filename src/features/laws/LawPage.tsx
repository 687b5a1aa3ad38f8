import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { renewLaws } from '@/offline/reading/law-keeping.ts';
import { useEnabledPoints } from '@/queries/laws/check-point-queries.ts';
import { useLawLibrary } from '@/queries/laws/law-queries.ts';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { LawList } from './LawList.tsx';
import { TextSearch } from './TextSearch.tsx';
import { usePreload } from './usePreload.ts';
import { useWarmPdf } from './useWarmPdf.ts';

const MODES = [
  { value: 'list', label: '法规列表' },
  { value: 'search', label: '全文检索' },
] as const;
type Mode = (typeof MODES)[number]['value'];

/** 法律法规: all laws, those kept for reading offline, and one search over their texts and all check points. */
export default function LawPage() {
  const { search, key } = useLocation();
  const asked = new URLSearchParams(search).get('q') ?? '';
  const [visit, setVisit] = useState({ key, asked });
  const [mode, setMode] = useState<Mode>(asked === '' ? 'list' : 'search');
  const [hasSearched, setHasSearched] = useState(asked !== '');
  const library = useLawLibrary();
  // Asked for now, so that they are searched without a network later.
  useEnabledPoints();
  useWarmPdf(library.data);
  usePreload();

  // A link from elsewhere asks anew, also while this view is open.
  if (visit.key !== key) {
    setVisit({ key, asked });
    if (asked !== '') {
      setMode('search');
      setHasSearched(true);
    }
  }

  const choose = (next: Mode): void => {
    setMode(next);
    if (next === 'search') setHasSearched(true);
  };

  useEffect(() => {
    if (library.data !== undefined) void renewLaws(library.data);
  }, [library.data]);

  return (
    <Page
      header={
        <FilterTabs label="查看方式" tabs={MODES} value={mode} onChange={choose} />
      }
    >
      {/* Each keeps what was typed while the other is shown. */}
      <div hidden={mode !== 'list'}>
        <LawList library={library} />
      </div>
      {hasSearched && (
        <div hidden={mode !== 'search'}>
          <TextSearch asked={visit} />
        </div>
      )}
    </Page>
  );
}
