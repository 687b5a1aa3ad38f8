import { useEffect, useRef, useState, type CSSProperties } from 'react';
import type { Law, LawArticle, LawText } from '#contract/law.ts';
import { presenceOf } from '@/offline/reading/law-storage.ts';
import { useLawKeeping } from '@/offline/reading/useLawKeeping.ts';
import { useHeldLaws } from '@/queries/laws/held-law-queries.ts';
import { changeSetting } from '@/settings/settings-store.ts';
import { LAW_TEXT_SIZES } from '@/settings/themes.ts';
import { useSetting } from '@/settings/useSetting.ts';
import { holdPlaceWhile } from '@/ui/browser/hold-place.ts';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { preloadPdfView } from '@/ui/documents/PdfView.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { addStep } from '@/ui/sheets/sheet-steps.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { ArticleSheet } from './ArticleSheet.tsx';
import { FindBar } from './FindBar.tsx';
import { keepingItems } from './law-deeds.ts';
import { LawContents } from './LawContents.tsx';
import { LawFacts } from './LawFacts.tsx';
import { LawPdf } from './LawPdf.tsx';
import { LawTextView } from './LawTextView.tsx';
import { useFind } from './useFind.ts';
import { useTextPlace } from './useTextPlace.ts';
import styles from './LawReader.module.css';

/** After the text is drawn. */
const PRELOAD_AFTER_MS = 800;

interface LawReaderProps {
  text: LawText;
  /** The law in the list; undefined where the list does not have it. */
  listed: Law | undefined;
  asked: { article: number | undefined; find: string; visit: string };
}

/** The law as it is read: contents, text, finding, text size, the original beside it. */
export function LawReader({ text, listed, asked }: LawReaderProps) {
  const isNarrow = useIsNarrow();
  const size = useSetting('lawTextSize');
  const { job } = useLawKeeping();
  const held = useHeldLaws().data;
  const [isContentsOpen, setIsContentsOpen] = useState(false);
  const [opened, setOpened] = useState<LawArticle>();
  const hasText = text.chapters.length > 0;
  const [isPdfShown, setIsPdfShown] = useState(!hasText && text.hasPdf);
  const isTextShown = hasText && !(isNarrow && isPdfShown);
  const [visit, setVisit] = useState(asked.visit);
  if (visit !== asked.visit) {
    setVisit(asked.visit);
    // A link into the text leads to the text.
    if (hasText && isNarrow && (asked.article !== undefined || asked.find !== '')) setIsPdfShown(false);
  }
  const element = useRef<HTMLDivElement>(null);
  const place = useTextPlace(element, asked, isTextShown);
  const find = useFind(text, asked, element);
  const presence = held === undefined || listed === undefined ? 'absent' : presenceOf(listed, held);

  useEffect(() => {
    if (!text.hasPdf) return;
    const timer = setTimeout(preloadPdfView, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text.hasPdf]);

  // On a phone the PDF covers the text like a sheet: browser back leads to the text again.
  const isTextCovered = hasText && !isTextShown;
  useEffect(() => (isTextCovered ? addStep(() => setIsPdfShown(false)) : undefined), [isTextCovered]);

  const handleContents = (go: () => void): void => {
    setIsContentsOpen(false);
    // The sheet gives the focus back first, which must not scroll the text away from its place.
    setTimeout(go, 0);
  };
  const contents = (
    <LawContents
      text={text}
      onChapter={(index) => handleContents(() => place.goToChapter(index))}
      onArticle={(number) => handleContents(() => place.goToArticle(number))}
    />
  );
  const handleOriginal = (): void => {
    place.keep();
    setIsPdfShown(!isPdfShown);
  };
  const step = (LAW_TEXT_SIZES as readonly number[]).indexOf(size);
  const resize = (next: number): void => {
    const chosen = LAW_TEXT_SIZES[next];
    if (chosen === undefined || element.current === null) return;
    holdPlaceWhile(element.current, () => changeSetting('lawTextSize', chosen));
  };

  return (
    <Page
      header={
        <>
          <div className={styles['tools']} role="toolbar" aria-label="阅读工具">
            {hasText && isNarrow && <Tool label="目录" isDisabled={!isTextShown} onClick={() => setIsContentsOpen(true)} />}
            {hasText && <Tool label="查找" isPressed={find.isOpen && isTextShown} isDisabled={!isTextShown} onClick={find.isOpen ? find.close : find.open} />}
            {hasText && (
              <>
                <Tool label="A−" name="A− 缩小字号" isDisabled={!isTextShown || step <= 0} onClick={() => resize(step - 1)} />
                <Tool label="A+" name="A+ 放大字号" isDisabled={!isTextShown || step >= LAW_TEXT_SIZES.length - 1} onClick={() => resize(step + 1)} />
              </>
            )}
            {hasText && text.hasPdf && <Tool label="原文" name="原文 PDF" isPressed={isPdfShown} onClick={handleOriginal} />}
            {listed !== undefined && held !== undefined &&
              keepingItems(listed, held, job !== null).map(({ label, isDisabled = false, onSelect }) => <Tool key={label} label={label} isDisabled={isDisabled} onClick={onSelect} />)}
          </div>
          {find.isOpen && isTextShown && (
            <FindBar takesFocus={find.isTyping} text={find.text} onChange={find.change} total={find.hits.total} current={find.current ?? 0} onMove={find.move} onClose={find.close} />
          )}
        </>
      }
    >
      <div className={styles['layout']} style={{ '--law-text-size': size } as CSSProperties}>
        {hasText && !isNarrow && (
          <nav className={styles['contents']} aria-label="目录">
            {contents}
          </nav>
        )}
        <div className={styles['text']} ref={element} hidden={isTextCovered}>
          <LawFacts law={listed ?? text} presence={presence} isEarlier={listed !== undefined && listed.version !== text.version} />
          <LawTextView text={text} hits={find.hits} currentHit={find.current} target={asked.article} onOpen={setOpened} />
        </div>
        {isPdfShown && (
          <div className={styles['pdf']}>
            <LawPdf law={text} title={text.title} />
          </div>
        )}
      </div>
      <Sheet isOpen={isContentsOpen} title="目录" placement="left" onClose={() => setIsContentsOpen(false)}>
        {contents}
      </Sheet>
      <ArticleSheet law={text} keepable={presence === 'kept' || presence === 'textKept' ? undefined : listed} article={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

interface ToolProps {
  label: string;
  /** Where the words on it do not say it all. */
  name?: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}

function Tool({ label, name, isPressed, isDisabled = false, onClick }: ToolProps) {
  return (
    <button type="button" className={styles['tool']} aria-label={name} aria-pressed={isPressed} disabled={isDisabled} onClick={onClick}>
      {label}
    </button>
  );
}
