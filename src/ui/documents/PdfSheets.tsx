import { Suspense, useRef } from 'react';
import { Document } from 'react-pdf';
import { useElementWidth } from '@/ui/browser/useElementWidth.ts';
import { SHEET_MAX_PIXELS } from './canvas-size.ts';
import { PdfPage } from './PdfPage.tsx';
import { pdfOptions, refusePassword } from './pdf-engine.ts';
import 'react-pdf/dist/Page/TextLayer.css';
import styles from './MultiPageDocument.module.css';

interface PdfSheetsProps {
  file: Blob;
  name: string;
  /** How many to draw, from the first. */
  pages: number;
  onCount: (count: number) => void;
}

/** The first pages of a PDF below each other. */
export default function PdfSheets({ file, name, pages, onCount }: PdfSheetsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  return (
    <div ref={frame}>
      {width > 0 && (
        <Suspense fallback={<p className={styles['loading']}>正在打开文件…</p>}>
          <Document file={file} options={pdfOptions} onLoadSuccess={({ numPages }) => onCount(numPages)} onPassword={refusePassword}>
            {({ pdf }) =>
              Array.from({ length: Math.min(pages, pdf.numPages) }, (_, index) => (
                <Suspense key={index} fallback={<p className={styles['loading']}>正在打开第 {index + 1} 页…</p>}>
                  <div role="img" aria-label={`${name} 第 ${index + 1} 页`} className={styles['sheet']}>
                    <PdfPage pdf={pdf} pageNumber={index + 1} width={width} maxPixels={SHEET_MAX_PIXELS} hasText={false} />
                  </div>
                </Suspense>
              ))
            }
          </Document>
        </Suspense>
      )}
    </div>
  );
}
