const KIB = 1024;

/** A size as people read it: 512 B, 12 KB, 3.4 MB, 1.5 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB ** 2) return `${Math.round(bytes / KIB)} KB`;
  if (bytes < KIB ** 3) return `${(bytes / KIB ** 2).toFixed(1)} MB`;
  return `${(bytes / KIB ** 3).toFixed(1)} GB`;
}
