import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/lib/paths.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { FilterTabs } from '@/ui/controls/FilterTabs.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { OpinionList } from './OpinionList.tsx';
import { OpinionSheet } from './OpinionSheet.tsx';
import { PublishedList } from './PublishedList.tsx';

type View = 'published' | 'opinions';
const TABS = [
  { value: 'published', label: '公示内容' },
  { value: 'opinions', label: '监督意见' },
] as const satisfies { value: View; label: string }[];

/** 公示栏: what the institution publishes to its own people, and what they say to it. */
export default function BoardPage() {
  const view: View = new URLSearchParams(useLocation().search).get('view') === 'opinions' ? 'opinions' : 'published';
  const navigate = useNavigate();
  const [isWriting, setIsWriting] = useState(false);
  const show = (next: View): void => void navigate(paths.publicBoard.to(next === 'opinions' ? 'opinions' : undefined), { replace: true });
  return (
    <Page
      title="公示栏"
      header={<FilterTabs label="公示栏内容" tabs={TABS} value={view} onChange={show} />}
      actions={
        <ActionButton size="small" onClick={() => setIsWriting(true)}>
          提意见
        </ActionButton>
      }
    >
      {view === 'opinions' ? <OpinionList /> : <PublishedList />}
      {isWriting && <OpinionSheet onClose={() => setIsWriting(false)} />}
    </Page>
  );
}
