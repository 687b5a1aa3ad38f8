import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Attachment } from '#contract/declaration.ts';
import { formatBytes } from '@/lib/files/bytes.ts';
import { clauseOf, sentenceOf } from '@/lib/text/error-sentence.ts';
import { useDeclarationFiles, useReadDeclarationFile } from '@/queries/declaration-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { FileOutline, PictureOutline } from '@/ui/basics/icons.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { saveFile } from '@/ui/browser/save-file.ts';
import { MultiPageDocument } from '@/ui/documents/MultiPageDocument.tsx';
import { PdfView } from '@/ui/documents/PdfView.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { addStep } from '@/ui/sheets/sheet-steps.ts';
import styles from './AttachmentPages.module.css';

const NOT_OPENED = '文件没有打开';

export interface AttachmentPagesProps {
  type: number;
  attachments: readonly Attachment[];
}

/** The files of a record: a list, and their pages below each other, or one file a page at a time. */
export function AttachmentPages({ type, attachments }: AttachmentPagesProps) {
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const [alone, setAlone] = useState<Attachment>();
  const read = useReadDeclarationFile();
  const files = useDeclarationFiles(type, [...wanted]);
  const want = (id: string): void => setWanted((before) => (before.has(id) ? before : new Set([...before, id])));
  const contentOf = (id: string) => files.get(id);
  const viewer = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const isAlone = alone !== undefined;

  const handlePreview = (attachment: Attachment): void => {
    opener.current = document.activeElement;
    want(attachment.id);
    flushSync(() => setAlone(attachment));
    // It opens below a list that may be longer than the screen.
    viewer.current?.focus({ preventScroll: true });
    viewer.current?.scrollIntoView();
  };
  const showAll = (): void => {
    setAlone(undefined);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const handleBack = useEffectEvent(showAll);
  // Browser back leads to all attachments again.
  useEffect(() => (isAlone ? addStep(() => handleBack()) : undefined), [isAlone]);

  const handleSave = async ({ id, name }: Attachment): Promise<void> => {
    try {
      saveFile(await read(type, id), name);
    } catch (error) {
      notify(sentenceOf(error, NOT_OPENED), 'error');
    }
  };

  return (
    <section className={stack['items']} aria-label="附件">
      <h3 className={styles['heading']}>附件（{attachments.length}）</h3>
      {attachments.length === 0 ? (
        <NoData hint="没有附件" />
      ) : (
        <>
          <ul className={styles['list']}>
            {attachments.map((attachment) => (
              <li key={attachment.id} className={styles['row']}>
                {attachment.type === PDF ? <FileOutline className={styles['icon']} aria-hidden /> : <PictureOutline className={styles['icon']} aria-hidden />}
                <p className={styles['name']}>
                  {attachment.name}
                  <small>{formatBytes(attachment.size)}</small>
                </p>
                {attachment.type === PDF && (
                  <ActionButton
                    tone="text"
                    size="small"
                    label={`预览 ${attachment.name}`}
                    onClick={() => handlePreview(attachment)}
                  >
                    预览
                  </ActionButton>
                )}
                <ActionButton tone="text" size="small" label={`下载 ${attachment.name}`} onClick={() => handleSave(attachment)}>
                  下载
                </ActionButton>
              </li>
            ))}
          </ul>
          {alone === undefined ? (
            <MultiPageDocument
              files={attachments.map(({ id, name }) => {
                const file = contentOf(id);
                return { key: id, name, content: file?.data, ...(file?.isError ? { failure: `${clauseOf(file.error, NOT_OPENED)}，联网后可以查看` } : {}) };
              })}
              onNeed={want}
            />
          ) : (
            <div className={styles['alone']} ref={viewer} tabIndex={-1} role="group" aria-label={`预览 ${alone.name}`}>
              <div className={styles['aloneHead']}>
                <p>{alone.name}</p>
                <ActionButton size="small" onClick={showAll}>
                  返回全部附件
                </ActionButton>
              </div>
              <OneFile name={alone.name} file={contentOf(alone.id)} />
            </div>
          )}
        </>
      )}
    </section>
  );
}

const PDF = 'application/pdf';

function OneFile({ name, file }: { name: string; file: ReturnType<ReturnType<typeof useDeclarationFiles>['get']> }) {
  if (file?.data !== undefined) {
    return (
      <div className={styles['pager']}>
        <PdfView file={file.data} label={name} />
      </div>
    );
  }
  return file === undefined ? <ListSkeleton rows={3} /> : <NotLoaded of={file} rows={3} />;
}
