import { useEffect, useState } from 'react';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import stack from '@/ui/basics/stack.module.css';
import { useBlobUrl } from '@/ui/browser/useBlobUrl.ts';
import { lazyBlock } from '@/ui/lazy/lazy-block.tsx';
import { PdfBoundary } from './PdfBoundary.tsx';
import { planPages } from './plan-pages.ts';
import styles from './MultiPageDocument.module.css';

const PdfSheets = lazyBlock('文件预览', () => import('./PdfSheets.tsx'), <ListSkeleton rows={2} />);

/** Specification section 9. */
export const PAGES_PER_STEP = 3;

/** One file of a document: a PDF with any number of pages, or an image, which is a page of its own. */
export interface DocumentFile {
  key: string;
  name: string;
  /** Undefined while it is on its way: the files behind it wait. */
  content: Blob | undefined;
  /** Why it could not be read. */
  failure?: string | undefined;
}

export interface MultiPageDocumentProps {
  files: readonly DocumentFile[];
  /** Called with the key of a file when its turn has come; files that nobody scrolls to need not be read. */
  onNeed: (key: string) => void;
}

/** All pages of several files below each other: three at first, three more each time 继续加载 is used. */
export function MultiPageDocument({ files, onNeed }: MultiPageDocumentProps) {
  const [wanted, setWanted] = useState(PAGES_PER_STEP);
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const handleCount = (key: string, count: number): void => setCounts((before) => (before[key] === count ? before : { ...before, [key]: count }));

  const plan = planPages(
    files.map((file) => (file.failure === undefined ? counts[file.key] : 1)),
    wanted,
  );
  const drawn = plan.files.reduce((sum, { pages }) => sum + pages, 0);
  const isWhole = plan.isComplete && wanted >= plan.known;

  return (
    <div className={styles['document']}>
      {files.map((file, index) => {
        const pages = plan.files[index]?.pages ?? 0;
        return pages === 0 ? null : (
          <section key={file.key} className={stack['items']} aria-label={file.name}>
            <h3 className={styles['name']}>{file.name}</h3>
            <PdfBoundary onFail={() => handleCount(file.key, 1)}>
              <OneFile file={file} pages={pages} onNeed={onNeed} onCount={handleCount} />
            </PdfBoundary>
          </section>
        );
      })}
      <div className={styles['end']}>
        {isWhole ? (
          <p>共 {plan.known} 页，已全部显示</p>
        ) : (
          <>
            <p>{plan.isComplete ? `已显示 ${drawn} / ${plan.known} 页` : `已显示 ${Math.min(plan.known, drawn)} 页`}</p>
            <ActionButton isDisabled={!plan.isComplete && plan.known < wanted} onClick={() => setWanted(wanted + PAGES_PER_STEP)}>
              继续加载
            </ActionButton>
          </>
        )}
      </div>
    </div>
  );
}

interface OneFileProps {
  file: DocumentFile;
  pages: number;
  onNeed: (key: string) => void;
  onCount: (key: string, count: number) => void;
}

function OneFile({ file, pages, onNeed, onCount }: OneFileProps) {
  if (file.failure !== undefined) return <p className={styles['failure']}>{file.failure}</p>;
  if (file.content === undefined) return <Waiting fileKey={file.key} onNeed={onNeed} />;
  if (file.content.type.startsWith('image/')) return <ImageSheet name={file.name} image={file.content} onShown={() => onCount(file.key, 1)} />;
  return <PdfSheets file={file.content} name={file.name} pages={pages} onCount={(count) => onCount(file.key, count)} />;
}

function Waiting({ fileKey, onNeed }: { fileKey: string; onNeed: (key: string) => void }) {
  useEffect(() => onNeed(fileKey), [fileKey, onNeed]);
  return <ListSkeleton rows={2} />;
}

/** @throws into the boundary around it when the image cannot be decoded */
function ImageSheet({ name, image, onShown }: { name: string; image: Blob; onShown: () => void }) {
  const url = useBlobUrl(image);
  const [error, setError] = useState<Error>();
  if (error !== undefined) throw error;
  const handleError = (): void => {
    const failure = new Error(name);
    failure.name = 'ImageDecodeError';
    setError(failure);
  };
  return url === undefined ? <ListSkeleton rows={2} /> : <img className={styles['image']} src={url} alt={name} onLoad={onShown} onError={handleError} />;
}
