const KIB = 1024;

/** Number and unit stay on one line. */
const SPACE = '\u00A0';

/** A size as people read it: 512 B, 12 KB, 3.4 MB, 1.5 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes}${SPACE}B`;
  if (bytes < KIB ** 2) return `${Math.round(bytes / KIB)}${SPACE}KB`;
  if (bytes < KIB ** 3) return `${(bytes / KIB ** 2).toFixed(1)}${SPACE}MB`;
  return `${(bytes / KIB ** 3).toFixed(1)}${SPACE}GB`;
}
