import { lazy, Suspense } from 'react';
import { ListSkeleton } from './ListSkeleton.tsx';
import { PdfBoundary } from './PdfBoundary.tsx';

const loadPager = () => import('./PdfPager.tsx');
const PdfPager = lazy(loadPager);

/** Reads pdf.js ahead of the first page; should it fail, showing the page tells. */
export function preloadPdfView(): void {
  loadPager().catch(() => undefined);
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
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <PdfPager file={file} label={label} />
      </Suspense>
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
