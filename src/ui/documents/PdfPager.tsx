import { Suspense, useDeferredValue, useRef, useState } from 'react';
import { Document } from 'react-pdf';
import { AddOutline, LeftOutline, MinusOutline, RightOutline } from '@/ui/basics/icons.tsx';
import { useElementWidth } from '@/ui/browser/useElementWidth.ts';
import { CANVAS_MAX_PIXELS } from './canvas-size.ts';
import { PdfPage } from './PdfPage.tsx';
import { pdfOptions, refusePassword } from './pdf-engine.ts';
import 'react-pdf/dist/Page/TextLayer.css';
import styles from './PdfPager.module.css';

const ZOOM_STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const WHOLE_WIDTH = ZOOM_STEPS.indexOf(1);

const opening = <p className={styles['loading']}>正在打开文件…</p>;

export default function PdfPager({ file, label }: { file: Blob; label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const [pageCount, setPageCount] = useState(0);
  const [pageNumber, setPageNumber] = useState(1);
  const [step, setStep] = useState(WHOLE_WIDTH);
  // Neither the first page nor the next one comes through a fallback of Suspense, which React shows for 300 ms at least.
  const isOpening = useDeferredValue(width === 0, true);
  const shownNumber = useDeferredValue(pageNumber);
  const zoom = ZOOM_STEPS[step] ?? 1;
  const goTo = (page: number): void => {
    setPageNumber(page);
    frame.current?.scrollTo({ top: 0, left: 0 });
  };

  return (
    // On paper it would be its buttons and one page.
    <section className={styles['view']} aria-label={label} data-off-paper>
      <div className={styles['tools']}>
        <button type="button" className={styles['tool']} disabled={pageNumber <= 1} onClick={() => goTo(pageNumber - 1)} aria-label="上一页">
          <LeftOutline aria-hidden />
        </button>
        <span className={styles['position']} role="status" aria-label={`第 ${pageNumber} 页，共 ${pageCount} 页`}>
          {pageNumber} / {pageCount === 0 ? '–' : pageCount}
        </span>
        <button type="button" className={styles['tool']} disabled={pageNumber >= pageCount} onClick={() => goTo(pageNumber + 1)} aria-label="下一页">
          <RightOutline aria-hidden />
        </button>
        <span className={styles['gap']} />
        <button type="button" className={styles['tool']} disabled={step === 0} onClick={() => setStep(step - 1)} aria-label="缩小">
          <MinusOutline aria-hidden />
        </button>
        <button type="button" className={styles['zoom']} onClick={() => setStep(WHOLE_WIDTH)} aria-label={`缩放 ${zoom * 100}%，点按适合宽度`}>
          {zoom * 100}%
        </button>
        <button type="button" className={styles['tool']} disabled={step === ZOOM_STEPS.length - 1} onClick={() => setStep(step + 1)} aria-label="放大">
          <AddOutline aria-hidden />
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className={styles['frame']} ref={frame} tabIndex={0} role="group" aria-label="页面">
        <Suspense fallback={opening}>
          {isOpening ? (
            opening
          ) : (
            <Document file={file} options={pdfOptions} onLoadSuccess={({ numPages }) => setPageCount(numPages)} onPassword={refusePassword}>
              {({ pdf }) => <PdfPage key={shownNumber} pdf={pdf} className={styles['page']} pageNumber={shownNumber} width={Math.round(width * zoom)} maxPixels={CANVAS_MAX_PIXELS} hasText />}
            </Document>
          )}
        </Suspense>
      </div>
    </section>
  );
}
