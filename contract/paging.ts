/** Page sizes that a person can choose (specification section 9). */
export const PAGE_SIZES = [10, 20, 30, 50] as const;
export const DEFAULT_PAGE_SIZE = 10;
/** The largest page that the wire accepts. */
export const MAX_PAGE_SIZE = 100;

export interface Page<Row> {
  records: Row[];
  total: number;
  pageNum: number;
  pageSize: number;
}

/** What a list is asked for, besides what its rows have to fit: `orderedBy` of `fields.ts` checks the order. */
export interface AskedPage<Column extends string> {
  pageNum: number;
  pageSize: number;
  /** Undefined for the list's own order. */
  sortBy?: Column | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
}
