import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Page } from '#contract/paging.ts';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import { RightOutline } from '@/ui/basics/icons.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { type Loading, NotLoaded } from './Loaded.tsx';
import { NoData } from './NoData.tsx';
import { Pagination, type PaginationProps } from './Pagination.tsx';
import styles from './PagedLinks.module.css';

export interface PagedLink {
  to: string;
  title: string;
  tag?: ReactNode;
  facts: readonly string[];
}

export interface PagedLinksProps<Row> {
  /** Names the list. */
  label: string;
  rows: Loading<Page<Row>>;
  linkOf: (row: Row) => PagedLink;
  noneHint: string;
  onPage: PaginationProps['onChange'];
  /** One of them is followed. */
  onLeave: () => void;
}

/** What stands behind a number, page by page; each row leads to the record itself. */
export function PagedLinks<Row extends { id: string }>({ label, rows, linkOf, noneHint, onPage, onLeave }: PagedLinksProps<Row>) {
  if (rows.data === undefined) return <NotLoaded of={rows} rows={4} />;
  const { records, total, pageNum, pageSize } = rows.data;
  if (total === 0) return <NoData hint={noneHint} />;
  return (
    <>
      <ul className={styles['rows']} aria-label={label}>
        {records.map((record) => (
          <li key={record.id}>
            <Row link={linkOf(record)} onLeave={onLeave} />
          </li>
        ))}
      </ul>
      <Pagination pageNum={pageNum} pageSize={pageSize} total={total} onChange={onPage} />
    </>
  );
}

function Row({ link: { to, title, tag, facts }, onLeave }: { link: PagedLink; onLeave: () => void }) {
  return (
    <Link className={styles['row']} data-step to={to} onClick={onLeave}>
      <span className={styles['words']}>
        <strong>{title}</strong>
        {tag !== undefined && <span className={stack['row']}>{tag}</span>}
        <span className={letters['quiet']}>
          <Dotted>{facts}</Dotted>
        </span>
      </span>
      <RightOutline aria-hidden />
    </Link>
  );
}
