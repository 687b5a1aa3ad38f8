import type { PDFDocumentProxy } from 'pdfjs-dist';
import { use } from 'react';
import { Page } from 'react-pdf';
import { canvasSharpness } from './canvas-size.ts';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  pageNumber: number;
  /** In pixels of the layout; the page's shape gives its height, which may be any. */
  width: number;
  maxPixels: number;
  className?: string | undefined;
  hasText: boolean;
}

/** One page, on a canvas that a phone can hold. Suspends until the page's size is known. */
export function PdfPage({ pdf, pageNumber, width, maxPixels, className, hasText }: PdfPageProps) {
  // The same promise for the same page each time.
  const shape = use(pdf.getPage(pageNumber)).getViewport({ scale: 1 });
  const height = (width * shape.height) / shape.width;
  return (
    <Page
      className={className ?? ''}
      pageNumber={pageNumber}
      width={width}
      devicePixelRatio={canvasSharpness({ width, height }, maxPixels)}
      renderAnnotationLayer={false}
      renderTextLayer={hasText}
    />
  );
}
