import { Link } from 'react-router-dom';
import type { LawChange } from '#contract/law-change.ts';
import { lawStatusLabel } from '#contract/law-status.ts';
import { paths } from '@/lib/paths.ts';
import { useLawChanges } from '@/queries/laws/law-change-queries.ts';
import { AllDone } from '@/ui/basics/AllDone.tsx';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import styles from './LawChangesPage.module.css';

const columns: Column<LawChange>[] = [
  { key: 'title', title: '法规', onPhone: 'title', minWidth: '10em', render: (law) => law.title },
  {
    key: 'pending',
    title: '待确认',
    onPhone: 'end',
    width: '130px',
    render: ({ pending }) => (pending > 0 ? <StatusTag tone="warning">{`${pending} 条待确认`}</StatusTag> : <StatusTag tone="qualified">无需确认</StatusTag>),
  },
  { key: 'edition', title: '新版本', width: '190px', onPhone: 'fact', render: (law) => <Edition law={law} /> },
  { key: 'before', title: '原版本', width: '120px', onPhone: 'hidden', render: ({ before }) => <WholeWords text={before === null ? '库中没有' : (before.publishDate ?? '未注明')} /> },
  { key: 'moved', title: '自动移动', align: 'right', width: '92px', onPhone: 'hidden', render: ({ counts }) => counts.moved },
  { key: 'changed', title: '内容有变', align: 'right', width: '92px', render: ({ counts }) => counts.changed + counts.ambiguous },
  { key: 'gone', title: '失去依据', align: 'right', width: '92px', render: ({ counts }) => counts.gone },
  { key: 'decided', title: '已处理', align: 'right', width: '80px', onPhone: 'hidden', render: ({ decided }) => decided },
];

function Edition({ law: { publishDate, status } }: { law: LawChange }) {
  return <WholeWords text={[publishDate ?? '未注明', lawStatusLabel[status]].join(' ')} />;
}

/** 法规变动: what newer editions of laws made of the articles that check points cite, for administrators. */
export default function LawChangesPage() {
  const asked = useListFilter({});
  const list = useLawChanges(asked.filter);
  return (
    <Page title="法规变动">
      <div className={stack['items']}>
        <p className={letters['quiet']}>新版本施行后，原文未变的依据自动移到新的条号；内容有变、失去依据的请逐条确认。已下发的任务不受影响。</p>
        <Link className={styles['more']} to={paths.rewordings.to()}>
          国家库更新：本机构有自己文本的要点
        </Link>
        <PagedList
          of={list}
          asked={asked}
          noMatch="没有法规变动"
          none={<AllDone title="没有法规变动">导入法规新版本后，受影响的要点列在这里。</AllDone>}
          skeletonRows={4}
        >
          {(laws) => <DataList label="法规变动" columns={columns} rows={laws} rowKey={(law) => law.id} rowPath={(law) => paths.lawChange.to(law.id)} />}
        </PagedList>
      </div>
    </Page>
  );
}
