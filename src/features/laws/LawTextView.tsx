import type { LawArticle, LawText } from '#contract/law.ts';
import { ArticleView } from './ArticleView.tsx';
import { articleKey, type TextHits } from './find-in-text.ts';
import styles from './LawTextView.module.css';

interface LawTextViewProps {
  text: LawText;
  hits: TextHits;
  currentHit: number | undefined;
  /** Article that the address names. */
  target: number | undefined;
  onOpen: (article: LawArticle) => void;
}

/** The reflowing text: chapters with their articles. */
export function LawTextView({ text, hits, currentHit, target, onOpen }: LawTextViewProps) {
  return text.chapters.map((chapter, chapterIndex) => (
    <section key={chapterIndex} data-chapter={chapterIndex}>
      {chapter.title !== '' && <h3 className={styles['chapter']}>{chapter.title}</h3>}
      {chapter.articles.map((article, articleIndex) => {
        const own = hits.articles.get(articleKey(chapterIndex, articleIndex));
        return (
          <ArticleView
            key={articleIndex}
            article={article}
            hits={own}
            currentHit={own !== undefined && currentHit !== undefined && currentHit >= own.first && currentHit < own.first + own.count ? currentHit : undefined}
            isTarget={target !== undefined && article.number === target}
            onOpen={onOpen}
          />
        );
      })}
    </section>
  ));
}
