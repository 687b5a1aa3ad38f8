const AROUND = 1;

/** Which page numbers to show: the ends, those around the current one, and gaps between. */
export function pageWindow(current: number, last: number): (number | 'gap')[] {
  const shown = new Set([1, last]);
  for (let page = current - AROUND; page <= current + AROUND; page += 1) if (page >= 1 && page <= last) shown.add(page);
  const pages: (number | 'gap')[] = [];
  let before = 0;
  for (const page of [...shown].sort((a, b) => a - b)) {
    // A gap of one page takes the same room as that page.
    if (page - before === 2) pages.push(before + 1);
    else if (page - before > 2) pages.push('gap');
    pages.push(page);
    before = page;
  }
  return pages;
}
