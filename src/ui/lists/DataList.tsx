import { Children, useRef, type MouseEvent, type ReactNode } from 'react';
import { RightOutline } from '@/ui/basics/icons.tsx';
import { scrollRegion } from '@/ui/browser/scroll-region.ts';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { useIsTooLarge } from '@/ui/browser/useIsTooLarge.ts';
import styles from './DataList.module.css';

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
  /** On a card: its title, a tag beside the title, a line with its name, or nothing. A line unless told otherwise. */
  onCard?: 'title' | 'tag' | 'line' | 'hidden';
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
  /** Words at the right of a row, at the bottom of a card. */
  actions?: (row: Row) => ReactNode;
  selection?: {
    selected: ReadonlySet<string>;
    onToggle: (key: string) => void;
    nameOf: (row: Row) => string;
    /** Rows that cannot be selected. */
    isLocked?: (row: Row) => boolean;
  };
}

/** Rows as a table on a desktop and as cards on a phone, from one description of the columns. */
export function DataList<Row>(props: DataListProps<Row>) {
  return useIsNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

function Table<Row>({ label, columns, rows, rowKey, rowPath, onOpen, actions, selection }: DataListProps<Row>) {
  const titleKey = titleColumn(columns)?.key;
  const frame = useRef<HTMLDivElement>(null);
  const isTooWide = useIsTooLarge(frame, 'Width');
  return (
    <div ref={frame} className={`${styles['frame']} ${isTooWide ? styles['scrolls'] : ''}`} {...(isTooWide && scrollRegion(label))}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {selection && <th className={styles['check']} aria-label="选择" />}
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.align === 'right' ? styles['right'] : undefined} style={{ width: column.width, minWidth: column.minWidth }}>
                {column.title}
              </th>
            ))}
            {actions && (
              <th scope="col" className={styles['actions']}>
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowPath || onOpen ? styles['opens'] : undefined} onClick={openBy(row, rowPath, onOpen)}>
              {selection && (
                <td className={styles['check']}>
                  <Chooser row={row} rowKey={rowKey} selection={selection} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.key} className={column.align === 'right' ? styles['right'] : undefined}>
                  {column.key === titleKey ? <Title row={row} column={column} rowPath={rowPath} onOpen={onOpen} /> : column.render(row)}
                </td>
              ))}
              {actions && <td className={styles['actions']}>{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row>({ label, columns, rows, rowKey, rowPath, onOpen, actions, selection }: DataListProps<Row>) {
  const title = titleColumn(columns);
  const tags = columns.filter((column) => column.onCard === 'tag');
  const lines = columns.filter((column) => column !== title && (column.onCard ?? 'line') === 'line');
  const opens = rowPath !== undefined || onOpen !== undefined;
  return (
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={`${styles['card']} ${opens ? styles['opens'] : ''}`}>
          <div className={styles['cardHead']}>
            {selection && <Chooser row={row} rowKey={rowKey} selection={selection} />}
            <div className={styles['cardTitle']}>{title && <Title row={row} column={title} rowPath={rowPath} onOpen={onOpen} />}</div>
            {tags.map((column) => (
              <span key={column.key}>{column.render(row)}</span>
            ))}
            {opens && <RightOutline className={styles['arrow']} aria-hidden />}
          </div>
          {lines.length > 0 && (
            <dl className={styles['lines']}>
              {lines.map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{column.render(row)}</dd>
                </div>
              ))}
            </dl>
          )}
          <CardActions>{actions?.(row)}</CardActions>
        </li>
      ))}
    </ul>
  );
}

/** A card on which nothing can be done ends without an empty line. */
function CardActions({ children }: { children: ReactNode }) {
  return Children.toArray(children).length > 0 && <div className={styles['cardActions']}>{children}</div>;
}

type Opening<Row> = Pick<DataListProps<Row>, 'rowPath' | 'onOpen'>;

function Title<Row>({ row, column, rowPath, onOpen }: { row: Row; column: Column<Row> } & { [Key in keyof Opening<Row>]: Opening<Row>[Key] | undefined }) {
  if (rowPath) {
    return (
      <a className={styles['title']} href={`#${rowPath(row)}`}>
        {column.render(row)}
      </a>
    );
  }
  if (onOpen) {
    return (
      <button type="button" className={styles['title']} onClick={() => onOpen(row)}>
        {column.render(row)}
      </button>
    );
  }
  return column.render(row);
}

function Chooser<Row>({ row, rowKey, selection }: { row: Row; rowKey: (row: Row) => string; selection: NonNullable<DataListProps<Row>['selection']> }) {
  const key = rowKey(row);
  return (
    <label className={styles['chooser']}>
      <input
        type="checkbox"
        checked={selection.selected.has(key)}
        disabled={selection.isLocked?.(row) ?? false}
        onChange={() => selection.onToggle(key)}
        aria-label={`选择 ${selection.nameOf(row)}`}
      />
    </label>
  );
}

const titleColumn = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find((column) => column.onCard === 'title') ?? columns[0];

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
