import type { Law } from '#contract/law.ts';
import { LAW_STATUSES, lawStatusLabel } from '#contract/law-status.ts';
import { paths } from '@/lib/paths.ts';
import { keepLaws } from '@/offline/reading/law-keeping.ts';
import { presenceOf, type HeldLaws } from '@/offline/reading/law-storage.ts';
import { useLawKeeping } from '@/offline/reading/useLawKeeping.ts';
import { useHeldLaws } from '@/queries/laws/held-law-queries.ts';
import { useLawEnactDepts, type useLawLibrary, useLawTypes } from '@/queries/laws/law-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { KeepBar } from './KeepBar.tsx';
import { choicesOf, filterLaws, type LawFilter, noFilter, pageOfLaws } from './law-filter.ts';
import { LawStatusTag, PresenceTag } from './LawTags.tsx';
import { removeOneLaw } from './remove-laws.ts';
import styles from './LawList.module.css';

const nothingHeld: HeldLaws = new Map();

const columnsFor = (held: HeldLaws): Column<Law>[] => [
  { key: 'title', title: '法规名称', onCard: 'title', minWidth: '10em', render: (law) => law.title },
  { key: 'status', title: '状态', onCard: 'tag', width: '116px', render: (law) => <LawStatusTag law={law} /> },
  { key: 'lawType', title: '类型', width: '104px', render: (law) => law.lawType || '–' },
  { key: 'enactDept', title: '发布机关', width: '21%', render: (law) => law.enactDept || '–' },
  { key: 'docNumber', title: '文号', width: '11%', onCard: 'hidden', render: (law) => <DocNumber text={law.docNumber} /> },
  { key: 'publishDate', title: '公布日期', width: '112px', render: (law) => <WholeWords text={law.publishDate ?? '–'} /> },
  { key: 'presence', title: '离线', width: '124px', render: (law) => <PresenceTag presence={presenceOf(law, held)} /> },
];

/** Year and number of a document, 〔2026〕2号, in one piece. */
function DocNumber({ text }: { text: string }) {
  const start = text.indexOf('〔');
  if (start < 0) return text || '–';
  return (
    <>
      {text.slice(0, start)}
      <WholeWords text={text.slice(start)} />
    </>
  );
}

/** The list with its filters. It works on what this device knows of the library, so that it is whole without a network. */
export function LawList({ library }: { library: ReturnType<typeof useLawLibrary> }) {
  const asked = useListFilter<LawFilter>({ title: { maxLength: 60 }, lawType: {}, enactDept: {}, status: {} });
  const { fields, filter } = asked;
  const types = useLawTypes();
  const enactDepts = useLawEnactDepts();
  const held = useHeldLaws().data ?? nothingHeld;
  const { job } = useLawKeeping();

  if (library.data === undefined) {
    return <NotLoaded of={library} />;
  }
  const laws = library.data;
  const shown = pageOfLaws(filterLaws(laws, { ...noFilter, ...filter }), filter);

  return (
    <div className={styles['content']}>
      <KeepBar laws={laws} held={held} onRenew={library.refetch} />
      <SearchBar {...asked.bar}>
        <TextField label="法规名称" {...fields.bind('title')} type="search" />
        <Select
          label="类型"
          {...fields.bind('lawType')}
          emptyLabel="全部类型"
          options={choicesOf(
            types.data,
            laws.map((law) => law.lawType),
          )}
        />
        <Select
          label="发布机关"
          {...fields.bind('enactDept')}
          emptyLabel="全部机关"
          options={choicesOf(
            enactDepts.data,
            laws.map((law) => law.enactDept),
          )}
        />
        <Select
          label="状态"
          {...fields.bind('status')}
          emptyLabel="全部状态"
          options={LAW_STATUSES.map((status) => ({ value: status, label: lawStatusLabel[status] }))}
        />
      </SearchBar>
      <PagedList
        of={{ data: shown, error: null, fetchStatus: 'idle', refetch: library.refetch }}
        asked={asked}
        noMatch="没有符合条件的法规，可重置条件后再试"
        none={<NoData hint="法规库中还没有法规，请联系系统维护人员导入" />}
      >
        {(rows) => (
          <DataList
            label="法规列表"
            columns={columnsFor(held)}
            rows={rows}
            rowKey={(law) => law.id}
            rowPath={(law) => paths.showLaw.to(law.id)}
            actions={(law) =>
              presenceOf(law, held) === 'kept' ? (
                <ActionButton tone="text" size="small" label={`移除离线 ${law.title}`} isDisabled={job !== null} onClick={() => removeOneLaw(law)}>
                  移除离线
                </ActionButton>
              ) : (
                <ActionButton tone="text" size="small" label={`保存离线 ${law.title}`} isDisabled={job !== null} onClick={() => keepLaws([law])}>
                  保存离线
                </ActionButton>
              )
            }
          />
        )}
      </PagedList>
    </div>
  );
}
