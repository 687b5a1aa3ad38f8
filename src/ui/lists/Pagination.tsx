import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { PAGE_SIZES } from '#contract/paging.ts';
import { asAsked, rules } from '#contract/rules.ts';
import { pageWindow } from '@/lib/page-window.ts';
import { LeftOutline, RightOutline } from '@/ui/basics/icons.tsx';
import { notify } from '@/ui/basics/notify.ts';
import styles from './Pagination.module.css';

export interface PaginationProps {
  /** Counts from 1. */
  pageNum: number;
  pageSize: number;
  total: number;
  onChange: (page: { pageNum: number; pageSize: number }) => void;
}

/** A phone loads larger pages by scrolling, and may become wide. */
const sizesWith = (size: number): readonly number[] => (PAGE_SIZES.some((offered) => offered === size) ? PAGE_SIZES : [...PAGE_SIZES, size]);

/** Total, sizes, pages, jumper (specification section 9). A new size starts at the first page; a page that is gone gives way to the last. What fits the smallest page needs none. */
export function Pagination({ pageNum, pageSize, total, onChange }: PaginationProps) {
  // Drawn anew with every page: keeping its parts would weigh more than drawing them.
  'use no memo';
  const [jump, setJump] = useState('');
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const goTo = (page: number): void => {
    const target = Math.min(lastPage, Math.max(1, page));
    if (target !== pageNum) onChange({ pageNum: target, pageSize });
  };
  const leaveGonePage = useEffectEvent(() => {
    if (pageNum > lastPage) goTo(lastPage);
  });
  // The rows of this page may be gone, and with them the page. Before it is painted: the page before is at hand, as a rule.
  useLayoutEffect(() => leaveGonePage(), [pageNum, lastPage]);
  const handleJump = (): void => {
    const text = asAsked(jump.trim(), rules.positiveInteger);
    setJump('');
    if (text === '') return;
    if (rules.positiveInteger.test(text)) goTo(Number(text));
    else notify(`页码${rules.positiveInteger.message}`, 'warning');
  };
  const count = <span className={styles['total']}>共 {total} 条</span>;
  if (total <= PAGE_SIZES[0]) {
    return (
      <nav className={styles['pagination']} aria-label="分页">
        {count}
      </nav>
    );
  }
  return (
    <nav className={styles['pagination']} aria-label="分页">
      {count}
      <select
        className={styles['size']}
        aria-label="每页条数"
        value={pageSize}
        onChange={(event) => onChange({ pageNum: 1, pageSize: Number(event.target.value) })}
      >
        {sizesWith(pageSize).map((size) => (
          <option key={size} value={size}>
            {size} 条/页
          </option>
        ))}
      </select>
      <div className={styles['pages']}>
        <button type="button" className={styles['page']} disabled={pageNum <= 1} onClick={() => goTo(pageNum - 1)} aria-label="上一页">
          <LeftOutline aria-hidden />
        </button>
        <span className={styles['position']}>
          {pageNum} / {lastPage}
        </span>
        {pageWindow(pageNum, lastPage).map((page, index) =>
          page === 'gap' ? (
            <span key={`gap${index}`} className={styles['gap']} aria-hidden>
              …
            </span>
          ) : (
            <button
              key={page}
              type="button"
              className={`${styles['page']} ${styles['number']}`}
              aria-current={page === pageNum ? 'page' : undefined}
              aria-label={`第 ${page} 页`}
              onClick={() => goTo(page)}
            >
              {page}
            </button>
          ),
        )}
        <button type="button" className={styles['page']} disabled={pageNum >= lastPage} onClick={() => goTo(pageNum + 1)} aria-label="下一页">
          <RightOutline aria-hidden />
        </button>
      </div>
      <form
        className={styles['jumper']}
        onSubmit={(event) => {
          event.preventDefault();
          handleJump();
        }}
      >
        <label>
          前往
          <input inputMode="numeric" aria-label="前往页码" value={jump} onChange={(event) => setJump(event.target.value)} onBlur={handleJump} />页
        </label>
      </form>
    </nav>
  );
}
