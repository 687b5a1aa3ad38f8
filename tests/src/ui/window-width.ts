/** jsdom has no layout: a window whose width the test decides, for what asks `matchMedia`. */
const lists = new Set<{ query: string; list: EventTarget & { matches: boolean } }>();
let width = 1440;

const matches = (query: string): boolean => {
  const limit = /max-width:\s*([\d.]+)px/.exec(query);
  return limit === null ? false : width <= Number(limit[1]);
};

Object.defineProperty(globalThis, 'matchMedia', {
  configurable: true,
  value: (query: string) => {
    const list = Object.assign(new EventTarget(), { media: query, matches: matches(query) });
    lists.add({ query, list });
    return list;
  },
});

export function setWindowWidth(next: number): void {
  width = next;
  for (const { query, list } of lists) {
    if (list.matches === matches(query)) continue;
    list.matches = matches(query);
    list.dispatchEvent(new Event('change'));
  }
}
