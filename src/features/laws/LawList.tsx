import type { Law } from '#contract/law.ts';
import { today } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { presenceOf, type HeldLaws } from '@/offline/reading/law-storage.ts';
import { useLawKeeping } from '@/offline/reading/useLawKeeping.ts';
import { useHeldLaws } from '@/queries/laws/held-law-queries.ts';
import { useLawEnactDepts, type useLawLibrary, useLawTypes } from '@/queries/laws/law-queries.ts';
import { WholeWords } from '@/ui/basics/WholeWords.tsx';
import stack from '@/ui/basics/stack.module.css';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { type Column, DataList } from '@/ui/lists/DataList.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { KeepBar } from './KeepBar.tsx';
import { choicesOf, filterLaws, type LawFilter, noFilter, pageOfLaws, statusChoices } from './law-filter.ts';
import { keepingItems } from './law-deeds.ts';
import { LawStatusTag, PresenceTag } from './LawTags.tsx';

const nothingHeld: HeldLaws = new Map();

const columnsFor = (held: HeldLaws): Column<Law>[] => [
  { key: 'title', title: '法规名称', onPhone: 'title', render: (law) => law.title },
  { key: 'status', title: '状态', onPhone: 'fact', width: '108px', render: (law) => <LawStatusTag law={law} /> },
  { key: 'lawType', title: '类型', width: '96px', onPhone: 'fact', render: (law) => law.lawType },
  { key: 'enactDept', title: '发布机关', width: '18%', onPhone: 'fact', render: (law) => law.enactDept },
  { key: 'docNumber', title: '文号', width: '150px', isWide: true, onPhone: 'hidden', render: (law) => <DocNumber text={law.docNumber} /> },
  { key: 'publishDate', title: '公布日期', width: '104px', onPhone: 'hidden', render: (law) => <WholeWords text={law.publishDate ?? ''} /> },
  { key: 'presence', title: '离线', width: '112px', onPhone: 'fact', render: (law) => <PresenceTag presence={presenceOf(law, held)} /> },
];

/** Year and number of a document, 〔2026〕2号, in one piece. */
function DocNumber({ text }: { text: string }) {
  const start = text.indexOf('〔');
  if (start < 0) return text;
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
  const known = useHeldLaws().data;
  const held = known ?? nothingHeld;
  const { job } = useLawKeeping();

  if (library.data === undefined) {
    return <NotLoaded of={library} />;
  }
  const laws = library.data;
  const fitting = filterLaws(laws, { ...noFilter, ...filter }, today());

  return (
    <div className={stack['parts']}>
      <SearchBar {...asked.bar}>
        <TextField label="法规名称" {...fields.bind('title')} type="search" placeholder="法规名称" />
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
          options={statusChoices}
        />
      </SearchBar>
      <PagedList
        of={{ data: pageOfLaws(fitting, filter), error: null, fetchStatus: 'idle', refetch: library.refetch, readPage: async (page) => pageOfLaws(fitting, page) }}
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
            menu={{
              nameOf: (law) => law.title,
              itemsOf: (law) => keepingItems(law, held, job !== null),
            }}
          />
        )}
      </PagedList>
      {known !== undefined && laws.length > 0 && <KeepBar laws={laws} held={known} onRenew={library.refetch} />}
    </div>
  );
}
