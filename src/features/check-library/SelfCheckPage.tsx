import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Grounds, CheckItem, CheckPoint, LevelOneItem, PointState } from '#contract/check-point.ts';
import { POINTS_PER_SWITCH } from '#contract/limits.ts';
import { roleOf } from '#contract/roles.ts';
import type { ImportReport } from '#contract/spreadsheet-import.ts';
import { PointBasis } from '@/parts/points/PointBasis.tsx';
import {
  useCheckPointImport,
  usePointTemplate,
  useCheckItemTree,
  useEnabledPoints,
  useImportPoints,
  useOwnPointsFile,
  usePointPage,
} from '@/queries/laws/check-point-queries.ts';
import type { PointFilter } from '@/queries/laws/enabled-points.ts';
import { useLawLibrary } from '@/queries/laws/law-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { DownlandOutline, DownOutline, UploadOutline } from '@/ui/basics/icons.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { saveFile } from '@/ui/browser/save-file.ts';
import { useHasLittleRoom } from '@/ui/browser/useIsNarrow.ts';
import { useOpen } from '@/ui/browser/useOpen.ts';
import { SearchBar } from '@/ui/controls/SearchBar.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { ListActions } from '@/ui/lists/ListActions.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { PagedList } from '@/ui/lists/PagedList.tsx';
import { SelectionBar } from '@/ui/lists/SelectionBar.tsx';
import { useListFilter } from '@/ui/lists/useListFilter.ts';
import { Page } from '@/ui/page/Page.tsx';
import { ImportSheet } from '@/ui/sheets/ImportSheet.tsx';
import type { MenuItem } from '@/ui/sheets/MenuButton.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { basisStateLabel, findPlace, placeLabel, sourceLabel, stateLabel } from './item-tree.ts';
import { ItemSheet } from './ItemSheet.tsx';
import { ItemTree, type ItemTreeProps } from './ItemTree.tsx';
import { PointDetailSheet } from './PointDetailSheet.tsx';
import { PointList } from './PointList.tsx';
import { PointSheet } from './PointSheet.tsx';
import { usePointActions } from './usePointActions.ts';
import styles from './SelfCheckPage.module.css';

/** 自查指标设定: the check points of the nation and the company's own. Staff look, administrators set. */
export default function SelfCheckPage() {
  const tree = useCheckItemTree();
  if (tree.data) return <CheckLibrary tree={tree.data} />;
  return <Page><NotLoaded of={tree} /></Page>;
}

/** The point that the address names, as the search does, and the visit that names it. */
function useAskedPoint(): { point: CheckPoint; visit: string } | undefined {
  const { search, key } = useLocation();
  const id = new URLSearchParams(search).get('point');
  const points = useEnabledPoints(id !== null);
  const point = points.data?.find((each) => each.id === id);
  return point && { point, visit: key };
}

type LibraryFilter = Pick<PointFilter, 'keyword' | 'source' | 'basisState'> & { itemId?: string; state?: PointState };

/** What is open above the list. */
type Open =
  | { kind: 'tree' | 'add' | 'import' }
  | { kind: 'detail' | 'edit'; point: CheckPoint }
  | { kind: 'item'; target: { item: LevelOneItem } | { category: CheckItem } };

function CheckLibrary({ tree }: { tree: readonly CheckItem[] }) {
  const { user } = useSession();
  const isAdmin = user !== undefined && roleOf(user) === 'admin';
  const hasLittleRoom = useHasLittleRoom();
  const [selected, setSelected] = useState<ReadonlyMap<string, CheckPoint>>(new Map());
  const clear = (): void => setSelected(new Map());
  const asked = useListFilter<LibraryFilter>({ keyword: { maxLength: 50 }, source: {}, state: {}, basisState: {} }, {}, clear);
  const { fields, filter } = asked;
  const { open, setOpen, close } = useOpen<Open>();
  const [basis, setBasis] = useState<Grounds>();
  // Somebody may have deleted the chosen item meanwhile.
  const itemId = filter.itemId === undefined || findPlace(tree, filter.itemId) === undefined ? '' : filter.itemId;
  const list = usePointPage({ ...filter, itemId, state: filter.state ?? 'current' });
  const laws = useLawLibrary().data ?? [];
  const ownIds = [...selected.values()].filter((point) => !point.isNational).map(({ id }) => id);
  const actions = usePointActions();
  const importing = useImportPoints();
  const checkImport = useCheckPointImport();
  const readTemplate = usePointTemplate();
  const exporting = useOwnPointsFile();
  const named = useAskedPoint();
  const [shownVisit, setShownVisit] = useState('');
  // Once for each visit: what was closed stays closed.
  if (named !== undefined && shownVisit !== named.visit) {
    setShownVisit(named.visit);
    setOpen({ kind: 'detail', point: named.point });
  }
  const handleSelectItem = (id: string): void => {
    asked.show({ itemId: id });
    close();
  };
  const handleToggle = (id: string): void => {
    const next = new Map(selected);
    const point = list.data?.records.find((each) => each.id === id);
    if (!next.delete(id) && point !== undefined) next.set(id, point);
    if (next.size > POINTS_PER_SWITCH) notify(`一次最多选择 ${POINTS_PER_SWITCH} 个要点`, 'warning');
    else setSelected(next);
  };
  const handleSwitchAll = async (isOn: boolean): Promise<void> => {
    if (await actions.switchAll([...selected.keys()], isOn)) clear();
  };
  const handleRetireAll = async (): Promise<void> => {
    if (await actions.retireAll(ownIds, selected.size - ownIds.length)) clear();
  };
  const handleRetire = async (point: CheckPoint): Promise<void> => {
    if (await actions.retire(point)) close();
  };
  const handleRestore = async (point: CheckPoint): Promise<void> => {
    if (await actions.restore(point)) close();
  };
  const handleExport = async (): Promise<void> => {
    try {
      saveFile(await exporting.mutateAsync(), '本机构检查要点.xlsx');
    } catch {
      // The mutation cache has shown why.
    }
  };
  const handleImported = ({ importedCount }: ImportReport): void => {
    close();
    notify(`已导入 ${importedCount} 个要点`, 'success');
  };

  const treeProps: ItemTreeProps = {
    tree,
    selected: itemId,
    onSelect: handleSelectItem,
    ...(isAdmin
      ? {
          edit: {
            onAdd: (category) => setOpen({ kind: 'item', target: { category } }),
            onRename: (item) => setOpen({ kind: 'item', target: { item } }),
            onDelete: (item) => void actions.deleteItem(item),
          },
        }
      : {}),
  };
  const addButton = isAdmin && (
    <ActionButton tone="primary" size="small" onClick={() => setOpen({ kind: 'add' })}>
      新增要点
    </ActionButton>
  );
  const deedsFor = (point: CheckPoint): MenuItem[] => {
    if (point.isNational) return [];
    if (point.isRetired) return [{ label: '恢复', onSelect: () => void handleRestore(point) }];
    return [
      { label: '编辑', onSelect: () => setOpen({ kind: 'edit', point }) },
      { label: '废止', onSelect: () => void handleRetire(point) },
    ];
  };

  return (
    <Page
      actions={
        isAdmin && (
          <ListActions
            add={{ label: '新增要点', onSelect: () => setOpen({ kind: 'add' }) }}
            more={[
              { label: '从表格导入', icon: <UploadOutline aria-hidden />, onSelect: () => setOpen({ kind: 'import' }) },
              { label: '导出本机构要点', icon: <DownlandOutline aria-hidden />, isDisabled: exporting.isPending, onSelect: () => void handleExport() },
            ]}
          />
        )
      }
      search={
        <SearchBar {...asked.bar}>
          <TextField label="关键词" {...fields.bind('keyword')} type="search" placeholder="要点或依据" />
          <Select
            label="来源"
            {...fields.bind('source')}
            emptyLabel="全部来源"
            options={[
              { value: 'national', label: sourceLabel(true) },
              { value: 'own', label: sourceLabel(false) },
            ]}
          />
          <Select
            label="状态"
            {...fields.bind('state')}
            emptyLabel="启用和停用"
            options={(['enabled', 'disabled', 'retired'] as const).map((value) => ({ value, label: stateLabel[value] }))}
          />
          <Select
            label="依据"
            {...fields.bind('basisState')}
            emptyLabel="全部依据"
            options={(['amended', 'repealed'] as const).map((value) => ({ value, label: basisStateLabel[value] }))}
          />
        </SearchBar>
      }
    >
      <div className={styles['layout']}>
        {hasLittleRoom ? (
          <button type="button" className={styles['picker']} onClick={() => setOpen({ kind: 'tree' })}>
            <span>{itemId === '' ? '全部类别' : placeLabel(tree, itemId)}</span>
            <DownOutline aria-hidden />
          </button>
        ) : (
          <nav className={styles['side']} aria-label="自查类别">
            <ItemTree {...treeProps} />
          </nav>
        )}
        <div className={stack['parts']}>
          {selected.size > 0 && (
            <SelectionBar
              words={`已选 ${selected.size} 个要点`}
              onSelectPage={() => setSelected(new Map([...selected, ...(list.data?.records ?? []).map((point) => [point.id, point] as const)].slice(0, POINTS_PER_SWITCH)))}
              onClear={clear}
            >
              {ownIds.length > 0 && (
                <ActionButton size="small" onClick={handleRetireAll}>
                  废止
                </ActionButton>
              )}
              <ActionButton size="small" onClick={() => handleSwitchAll(false)}>
                停用
              </ActionButton>
              <ActionButton size="small" tone="primary" onClick={() => handleSwitchAll(true)}>
                启用
              </ActionButton>
            </SelectionBar>
          )}
          <PagedList
            of={list}
            asked={asked}
            noMatch="没有符合条件的要点，可重置条件后再试"
            none={<NoData hint={itemId === '' ? '还没有检查要点' : '这一类还没有检查要点'} action={addButton} />}
          >
            {(points) => (
              <PointList
                tree={tree}
                points={points}
                laws={laws}
                onOpen={(point) => setOpen({ kind: 'detail', point })}
                onBasis={(point) => setBasis(point)}
                {...(isAdmin
                  ? { edit: { selection: filter.state === 'retired' ? undefined : { selected: new Set(selected.keys()), onToggle: handleToggle }, deeds: deedsFor } }
                  : {})}
              />
            )}
          </PagedList>
        </div>
      </div>
      {open?.kind === 'tree' && (
        <Sheet isOpen title="自查类别" onClose={close}>
          <ItemTree {...treeProps} />
        </Sheet>
      )}
      {open?.kind === 'detail' && (
        <PointDetailSheet
          tree={tree}
          point={open.point}
          laws={laws}
          onBasis={() => setBasis(open.point)}
          deeds={isAdmin ? deedsFor(open.point) : []}
          onClose={close}
        />
      )}
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <PointSheet tree={tree} point={open.kind === 'edit' ? open.point : undefined} itemId={itemId} onBasis={(cited) => setBasis({ basis: cited })} onClose={close} />
      )}
      {open?.kind === 'item' && <ItemSheet target={open.target} onClose={close} />}
      {open?.kind === 'import' && (
        <ImportSheet
          title="导入要点"
          unit="个要点"
          onClose={close}
          onDownloadTemplate={async () => saveFile(await readTemplate(), '检查要点导入模板.xlsx')}
          onCheck={checkImport}
          onImport={importing.mutateAsync}
          onImported={handleImported}
        />
      )}
      <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />
    </Page>
  );
}
