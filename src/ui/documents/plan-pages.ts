export interface PlannedFile {
  /** How many pages to draw, from the first; 0 while the file's turn has not come. */
  pages: number;
}

export interface PagePlan {
  files: PlannedFile[];
  /** Pages of the files that are counted, up to the first that is not. */
  known: number;
  /** Whether every file is counted. */
  isComplete: boolean;
}

/**
 * Which pages of which files are among the first `wanted`. Until a file's pages are counted, nobody knows what comes
 * behind it: the files behind wait.
 * @param counts pages of each file; undefined where they are not counted yet
 */
export function planPages(counts: readonly (number | undefined)[], wanted: number): PagePlan {
  const files: PlannedFile[] = [];
  let known = 0;
  let isComplete = true;
  for (const count of counts) {
    const room = isComplete ? Math.max(0, wanted - known) : 0;
    files.push({ pages: count === undefined ? room : Math.min(room, count) });
    if (!isComplete) continue;
    if (count === undefined) isComplete = false;
    else known += count;
  }
  return { files, known, isComplete };
}
