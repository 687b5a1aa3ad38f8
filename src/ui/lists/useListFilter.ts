import { useEffect, useEffectEvent, useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { trimText } from '#contract/rules.ts';
import { type FieldSpec, useFields } from '@/ui/controls/useFields.ts';
import type { ColumnSort } from './DataList.tsx';
import { useAskedState } from './useAskedState.ts';

interface AskedPage {
  pageNum: number;
  pageSize: number;
  /** One of the names that the list's call sorts by. */
  sortBy?: string;
  sortOrder?: 'asc' | 'desc';
}

/** How long typing must pause before it is searched for. */
const PAUSE_MS = 300;

/** Empty fields are left out, so that a list has one key however it was asked for. */
const filledIn = <Values extends object>(values: Values): Partial<Values> => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<Values>;

/**
 * What a list is searched for: fields, and what was asked with them last. What is typed is searched for by itself after a
 * pause, once all of it is right. The rest of the filter, such as a tab, stays.
 * @param specs the fields of the search, each empty when it asks for nothing
 * @param first what is asked at first
 * @param onShow something else is shown from now on
 */
export function useListFilter<Filter extends object>(specs: Partial<Record<keyof Filter & string, FieldSpec>>, first: Partial<Filter> = {}, onShow?: () => void) {
  type Name = keyof Filter & string;
  const names = Object.keys(specs) as Name[];
  const nothing = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
  const [filter, setFilter] = useAskedState(`list ${names.join()}`, () => ({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE, ...filledIn(first) }) as Filter & AskedPage);
  const asText = Object.fromEntries(names.map((name) => [name, String(filter[name] ?? '')])) as Record<Name, string>;
  const fields = useFields<Name>(specs as Record<Name, FieldSpec>, nothing, asText);
  /** Something else of the filter, from its first page. */
  const show = (next: Partial<Filter>): void => {
    setFilter(filledIn({ ...filter, pageNum: 1, ...next }) as Filter & AskedPage);
    onShow?.();
  };
  const search = (values: Record<Name, string>): void =>
    show(Object.fromEntries(names.map((name) => [name, trimText(values[name])])) as Partial<Filter>);
  const reset = (): void => {
    fields.reset(nothing);
    search(nothing);
  };
  const [isComposing, setIsComposing] = useState(false);
  const active = names.filter((name) => filter[name] !== undefined).length;
  const typed = JSON.stringify(names.map((name) => trimText(fields.values[name])));
  const shown = JSON.stringify(names.map((name) => filter[name] ?? ''));
  const searchTyped = useEffectEvent(() => {
    if (fields.areRight()) search(fields.values);
  });
  useEffect(() => {
    // Letters of which an input method has not made characters yet are no search.
    if (typed === shown || isComposing) return undefined;
    const timer = setTimeout(() => searchTyped(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, shown, isComposing]);
  return {
    filter,
    fields,
    /** For the column that the server sorts by this name. */
    sortOf: (by: string): ColumnSort => ({
      order: filter.sortBy === by ? (filter.sortOrder ?? 'asc') : undefined,
      onSort: (order) => setFilter(filledIn({ ...filter, pageNum: 1, sortBy: order === undefined ? '' : by, sortOrder: order ?? '' }) as Filter & AskedPage),
    }),
    isFiltered: active > 0,
    show,
    reset,
    turn: (page: AskedPage): void => setFilter({ ...filter, ...page }),
    /** Props of a `SearchBar`. */
    bar: { active, validate: fields.checkAll, onSearch: () => search(fields.values), onReset: reset, onCompose: setIsComposing },
  };
}
