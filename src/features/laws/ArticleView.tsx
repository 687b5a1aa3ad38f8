import { memo } from 'react';
import type { LawArticle } from '#contract/law.ts';
import { MarkedText } from '@/ui/basics/MarkedText.tsx';
import type { ArticleHits } from './find-in-text.ts';
import styles from './LawTextView.module.css';

interface ArticleViewProps {
  article: LawArticle;
  hits: ArticleHits | undefined;
  /** Number in the whole text of the hit that the person is at, where it is in this article. */
  currentHit: number | undefined;
  isTarget: boolean;
  onOpen: (article: LawArticle) => void;
}

/** One article; drawn again only when something in itself changes, since a law has hundreds. */
export const ArticleView = memo(function ArticleView({ article, hits, currentHit, isTarget, onOpen }: ArticleViewProps) {
  return (
    <div className={styles['article']} data-article={article.number} data-target={isTarget ? '' : undefined}>
      {article.label !== '' && (
        <button type="button" className={styles['label']} onClick={() => onOpen(article)} aria-haspopup="dialog">
          {article.label}
        </button>
      )}
      <div className={styles['paragraphs']}>
        {article.paragraphs.map((paragraph, index) => {
          const own = hits?.paragraphs[index];
          return (
            <p key={index}>
              <MarkedText text={paragraph} spans={own?.spans ?? []} current={currentHit === undefined ? undefined : currentHit - (own?.first ?? 0)} />
            </p>
          );
        })}
      </div>
    </div>
  );
});
