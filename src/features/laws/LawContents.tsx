import type { LawText } from '#contract/law.ts';
import styles from './LawContents.module.css';

interface LawContentsProps {
  text: LawText;
  onChapter: (chapterIndex: number) => void;
  onArticle: (article: number) => void;
}

/** Table of contents: every chapter, and below it a way to each of its articles. */
export function LawContents({ text, onChapter, onArticle }: LawContentsProps) {
  return (
    <ol className={styles['contents']}>
      {text.chapters.map((chapter, index) => (
        <li key={index}>
          {chapter.title !== '' && (
            <button type="button" className={styles['chapter']} onClick={() => onChapter(index)}>
              {chapter.title}
            </button>
          )}
          <ol className={styles['articles']}>
            {chapter.articles
              .filter(({ number }) => number > 0)
              .map(({ number, label }, articleIndex) => (
                <li key={articleIndex}>
                  <button type="button" className={styles['article']} aria-label={`${number} ${label}`} onClick={() => onArticle(number)}>
                    {number}
                    {/之/.test(label) && <small>{label.slice(label.indexOf('之'))}</small>}
                  </button>
                </li>
              ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
