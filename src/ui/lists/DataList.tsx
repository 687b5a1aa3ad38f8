import { useRef, type MouseEvent, type ReactNode } from 'react';
import { DownOutline, MoreOutline, UpOutline } from '@/ui/basics/icons.tsx';
import { useIsOnPaper, useIsTable } from '@/ui/browser/paper.ts';
import { scrollRegion } from '@/ui/browser/scroll-region.ts';
import { useIsTooLarge } from '@/ui/browser/useIsTooLarge.ts';
import { MenuButton, type MenuItem } from '@/ui/sheets/MenuButton.tsx';
import { Chooser } from './Chooser.tsx';
import styles from './DataList.module.css';

export interface ColumnSort {
  /** Undefined while the list has another order. */
  order: 'asc' | 'desc' | undefined;
  /** Undefined gives the list its own order. */
  onSort: (order: 'asc' | 'desc' | undefined) => void;
}

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the right of a table. */
  align?: 'left' | 'right';
  /** CSS width in the table. */
  width?: string;
  /** What it keeps of the table where there is little room. */
  minWidth?: string;
  /** Only a wide desktop has room for it; the detail tells it everywhere. */
  isWide?: boolean;
  /** A table's head orders all pages by it. */
  sort?: ColumnSort;
  /** On a phone: the row's title, what stands at its end, a fact below that needs no name, one with its name, or nothing. Named unless told otherwise. */
  onPhone?: 'title' | 'end' | 'fact' | 'named' | 'hidden';
}

export interface DataListProps<Row> {
  /** Accessible name of the list. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Path of the row's detail (from `lib/paths.ts`): the title becomes a link, and the whole row opens it. */
  rowPath?: (row: Row) => string;
  /** Or what else opening a row does. */
  onOpen?: (row: Row) => void;
  /** The one thing that is usually done with a row, as a word at its end. */
  usual?: (row: Row) => ReactNode;
  /** What else can be done with it, behind one button. */
  menu?: { nameOf: (row: Row) => string; itemsOf: (row: Row) => readonly MenuItem[] };
  selection?: {
    selected: ReadonlySet<string>;
    onToggle: (key: string) => void;
    nameOf: (row: Row) => string;
    /** Rows that cannot be selected have no box, but its room. */
    isLocked?: (row: Row) => boolean;
  };
}

/** Records as a table on a desktop and on paper, and as low rows on a phone, from one description of the columns. */
export function DataList<Row>(props: DataListProps<Row>) {
  const isTable = useIsTable();
  if (useIsOnPaper()) return <PaperTable {...props} />;
  return isTable ? <Table {...props} /> : <Rows {...props} />;
}

/** With more columns a page on its side has the room. */
const UPRIGHT_COLUMNS = 6;

/** What the columns say, without what can be pressed. The browser repeats the head on every page. */
function PaperTable<Row>({ label, columns, rows, rowKey }: DataListProps<Row>) {
  return (
    <table className={styles['paper']} aria-label={label} {...(columns.length > UPRIGHT_COLUMNS && { 'data-wide': true })}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={column.align === 'right' ? styles['right'] : undefined}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} className={column.align === 'right' ? styles['right'] : undefined}>
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Table<Row>({ label, columns, rows, rowKey, rowPath, onOpen, usual, menu, selection }: DataListProps<Row>) {
  const titleKey = titleColumn(columns)?.key;
  const frame = useRef<HTMLDivElement>(null);
  const isTooWide = useIsTooLarge(frame, 'Width');
  const hasDeeds = usual !== undefined || rows.some((row) => menu !== undefined && menu.itemsOf(row).length > 0);
  const classOf = ({ key, align, isWide }: Column<Row>): string =>
    [align === 'right' && styles['right'], isWide && styles['wide'], key === titleKey && styles['name']].filter(Boolean).join(' ');
  return (
    <div ref={frame} className={`${styles['frame']} ${isTooWide ? styles['scrolls'] : ''}`} {...(isTooWide && scrollRegion(label))}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles['check']}>
                <span className={styles['spoken']}>选择</span>
              </th>
            )}
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)} style={{ width: column.width, minWidth: column.minWidth }} aria-sort={column.sort?.order && ariaSort[column.sort.order]}>
                {column.sort ? <SortButton title={column.title} sort={column.sort} /> : column.title}
              </th>
            ))}
            {hasDeeds && (
              <th scope="col" className={styles['deeds']}>
                <span className={styles['spoken']}>操作</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowPath || onOpen ? styles['opens'] : undefined} onClick={openBy(row, rowPath, onOpen)}>
              {selection && (
                <td className={styles['check']}>
                  <RowChooser row={row} rowKey={rowKey} selection={selection} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.key === titleKey ? <Title row={row} column={column} rowPath={rowPath} onOpen={onOpen} /> : column.render(row)}
                </td>
              ))}
              {hasDeeds && (
                <td className={styles['deeds']}>
                  <Deeds row={row} usual={usual} menu={menu} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Rows<Row>({ label, columns, rows, rowKey, rowPath, onOpen, usual, menu, selection }: DataListProps<Row>) {
  const title = titleColumn(columns);
  const ends = columns.filter((column) => column.onPhone === 'end');
  const facts = columns.filter((column) => column !== title && ['fact', 'named'].includes(column.onPhone ?? 'named'));
  const opens = rowPath !== undefined || onOpen !== undefined;
  return (
    <ul className={`${styles['frame']} ${styles['rows']}`} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={`${styles['row']} ${opens ? styles['opens'] : ''}`}>
          {selection && <RowChooser row={row} rowKey={rowKey} selection={selection} />}
          <div className={styles['words']}>
            <div className={styles['head']}>{title && <Title row={row} column={title} rowPath={rowPath} onOpen={onOpen} />}</div>
            <Facts row={row} columns={facts} />
          </div>
          {ends.map((column) => (
            <span key={column.key} className={styles['end']}>
              {column.render(row)}
            </span>
          ))}
          <Deeds row={row} usual={usual} menu={menu} />
        </li>
      ))}
    </ul>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** From small to large, from large to small, and back to the order of the list. */
function SortButton({ title, sort: { order, onSort } }: { title: string; sort: ColumnSort }) {
  return (
    <button type="button" className={styles['sort']} onClick={() => onSort(order === undefined ? 'asc' : order === 'asc' ? 'desc' : undefined)}>
      {title}
      {order === 'asc' && <UpOutline aria-hidden />}
      {order === 'desc' && <DownOutline aria-hidden />}
    </button>
  );
}

/** What is not known, or was not filled in, takes no room. */
function Facts<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const known = columns.map((column) => ({ column, content: column.render(row) })).filter(({ content }) => content !== '' && content !== null && content !== false);
  if (known.length === 0) return null;
  return (
    <p className={styles['facts']}>
      {known.map(({ column, content }) => (
        <span key={column.key}>
          {column.onPhone !== 'fact' && `${column.title} `}
          {content}
        </span>
      ))}
    </p>
  );
}

type Doing<Row> = { [Key in 'usual' | 'menu']: DataListProps<Row>[Key] | undefined };

function Deeds<Row>({ row, usual, menu }: { row: Row } & Doing<Row>) {
  const items = menu?.itemsOf(row) ?? [];
  const word = usual?.(row);
  if (!word && items.length === 0) return null;
  return (
    <div className={styles['deedsOfRow']}>
      {word}
      {menu !== undefined && items.length > 0 && (
        <MenuButton className={styles['more']} label={`更多操作 ${menu.nameOf(row)}`} align="right" isFloating items={items}>
          <MoreOutline aria-hidden />
        </MenuButton>
      )}
    </div>
  );
}

type Opening<Row> = Pick<DataListProps<Row>, 'rowPath' | 'onOpen'>;

function Title<Row>({ row, column, rowPath, onOpen }: { row: Row; column: Column<Row> } & { [Key in keyof Opening<Row>]: Opening<Row>[Key] | undefined }) {
  if (rowPath) {
    return (
      <a className={styles['title']} data-step href={`#${rowPath(row)}`}>
        {column.render(row)}
      </a>
    );
  }
  if (onOpen) {
    return (
      <button type="button" className={styles['title']} data-step onClick={() => onOpen(row)}>
        {column.render(row)}
      </button>
    );
  }
  return column.render(row);
}

function RowChooser<Row>({ row, rowKey, selection }: { row: Row; rowKey: (row: Row) => string; selection: NonNullable<DataListProps<Row>['selection']> }) {
  if (selection.isLocked?.(row) === true) return <span className={styles['noBox']} />;
  const key = rowKey(row);
  return <Chooser name={selection.nameOf(row)} isChosen={selection.selected.has(key)} onToggle={() => selection.onToggle(key)} />;
}

const titleColumn = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find((column) => column.onPhone === 'title') ?? columns[0];

/** Opening by a click anywhere is a convenience for the pointer; the title's link is there for everyone. */
function openBy<Row>(row: Row, rowPath: DataListProps<Row>['rowPath'], onOpen: DataListProps<Row>['onOpen']) {
  if (!rowPath && !onOpen) return undefined;
  return (event: MouseEvent): void => {
    const isOnControl = (event.target as Element).closest('a, button, input, label, select') !== null;
    if (isOnControl || getSelection()?.isCollapsed === false) return;
    if (rowPath) location.hash = rowPath(row);
    else onOpen?.(row);
  };
}
