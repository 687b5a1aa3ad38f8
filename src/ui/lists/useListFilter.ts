import { useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { trimText } from '#contract/rules.ts';
import { type FieldSpec, useFields } from '@/ui/controls/useFields.ts';

interface AskedPage {
  pageNum: number;
  pageSize: number;
}

/** Empty fields are left out, so that a list has one key however it was asked for. */
const filledIn = <Values extends object>(values: Values): Partial<Values> => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<Values>;

/**
 * What a list is searched for: fields, and what was asked with them last. The rest of the filter, such as a tab, stays
 * when something is searched for.
 * @param specs the fields of the search, each empty when it asks for nothing
 * @param first what is asked at first
 * @param onShow something else is shown from now on
 */
export function useListFilter<Filter extends object>(specs: Partial<Record<keyof Filter & string, FieldSpec>>, first: Partial<Filter> = {}, onShow?: () => void) {
  type Name = keyof Filter & string;
  const names = Object.keys(specs) as Name[];
  const nothing = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
  const asText = Object.fromEntries(names.map((name) => [name, String(first[name] ?? '')])) as Record<Name, string>;
  const fields = useFields<Name>(specs as Record<Name, FieldSpec>, nothing, asText);
  const [filter, setFilter] = useState<Filter & AskedPage>(() => ({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE, ...filledIn(first) }) as Filter & AskedPage);
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
  return {
    filter,
    fields,
    isFiltered: names.some((name) => filter[name] !== undefined),
    show,
    reset,
    turn: (page: AskedPage): void => setFilter({ ...filter, ...page }),
    /** Props of a `SearchBar`. */
    bar: { validate: fields.checkAll, onSearch: () => search(fields.values), onReset: reset },
  };
}
