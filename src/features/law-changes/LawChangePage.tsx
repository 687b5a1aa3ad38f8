import { Link, useParams } from 'react-router-dom';
import type { LawChange } from '#contract/law-change.ts';
import { lawStatusLabel } from '#contract/law-status.ts';
import { paths } from '@/lib/paths.ts';
import { useLawChange } from '@/queries/laws/law-change-queries.ts';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import stack from '@/ui/basics/stack.module.css';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { useTabNote } from '@/ui/page/page-chrome.ts';
import { Page } from '@/ui/page/Page.tsx';
import { CitationList } from './CitationList.tsx';
import styles from './LawChangePage.module.css';

/** 法规变动详情: each citation that a newer edition moved, changed or took the ground from. */
export default function LawChangePage() {
  const { id = '' } = useParams();
  const change = useLawChange(id);
  useTabNote(change.data?.title);
  return (
    <Page title="法规变动详情">
      {change.data ? (
        <div className={stack['items']}>
          <Facts change={change.data} />
          <CitationList change={change.data} />
        </div>
      ) : (
        <NotLoaded of={change} offline="现在没有网络，法规变动请联网后再处理" rows={4} />
      )}
    </Page>
  );
}

function Facts({ change: { id, title, publishDate, effectiveDate, status, before } }: { change: LawChange }) {
  return (
    <section className={styles['facts']} aria-label="版本">
      <h2>{title}</h2>
      <p>
        <Dotted>
          <Link to={paths.showLaw.to(id)}>{publishDate === null ? '新版本' : `新版本：${publishDate} 公布`}</Link>
          {effectiveDate === null ? lawStatusLabel[status] : `${effectiveDate} 施行，${lawStatusLabel[status]}`}
          {before === null ? '库中没有可对照的原版本' : <Link to={paths.showLaw.to(before.id)}>{before.publishDate === null ? '原版本' : `原版本：${before.publishDate} 公布`}</Link>}
        </Dotted>
      </p>
    </section>
  );
}
