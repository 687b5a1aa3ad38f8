import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { lazyBlock } from '@/ui/lazy/lazy-block.tsx';
import { PdfBoundary } from './PdfBoundary.tsx';

const PdfPager = lazyBlock('文件预览', () => import('./PdfPager.tsx'), <ListSkeleton rows={3} />);

/** Reads pdf.js ahead of the first page. */
export function preloadPdfView(): void {
  void PdfPager.preload();
}

export interface PdfViewProps {
  file: Blob;
  /** Accessible name of the document. */
  label: string;
}

/** One PDF, a page at a time, with zoom. pdf.js is loaded only here. */
export function PdfView({ file, label }: PdfViewProps) {
  return (
    <PdfBoundary key={keyOf(file)}>
      <PdfPager file={file} label={label} />
    </PdfBoundary>
  );
}

const keys = new WeakMap<Blob, number>();
let last = 0;

/** Another file begins at its own first page, and an error of the one before is forgotten. */
function keyOf(file: Blob): number {
  const known = keys.get(file);
  if (known !== undefined) return known;
  last += 1;
  keys.set(file, last);
  return last;
}
