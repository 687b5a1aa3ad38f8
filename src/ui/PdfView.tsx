import { lazy, Suspense, useState, type ComponentType } from 'react';
import { ListSkeleton } from './ListSkeleton.tsx';
import { PdfBoundary } from './PdfBoundary.tsx';

let loaded: ComponentType<PdfViewProps> | undefined;
const loadPager = async () => {
  const module = await import('./PdfPager.tsx');
  loaded = module.default;
  return module;
};
const LazyPager = lazy(loadPager);

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
  // React holds back what follows a fallback of Suspense for 300 ms: what was read ahead needs none.
  const [Pager] = useState<ComponentType<PdfViewProps>>(() => loaded ?? LazyPager);
  return (
    <PdfBoundary key={keyOf(file)}>
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <Pager file={file} label={label} />
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
