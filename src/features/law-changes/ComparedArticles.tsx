import { useId, useMemo } from 'react';
import type { ChangedCitation, LawChange } from '#contract/law-change.ts';
import type { LawArticle } from '#contract/law.ts';
import { compareTexts, type Part } from '@/lib/text/compare-texts.ts';
import letters from '@/ui/basics/letters.module.css';
import { ComparedText } from './ComparedText.tsx';
import styles from './ComparedArticles.module.css';

export interface ComparedArticlesProps {
  citation: ChangedCitation;
  change: LawChange;
  /** Folded where nothing is to be decided. */
  isOpen: boolean;
  chosen: number | undefined;
  /** Undefined where it is chosen in another place. */
  onChoose?: (article: number) => void;
}

/** Both texts, side by side where there is room, with what differs marked. */
export function ComparedArticles(props: ComparedArticlesProps) {
  if (props.isOpen) return <Both {...props} />;
  return (
    <details className={styles['details']}>
      <summary>对照条文</summary>
      <Both {...props} />
    </details>
  );
}

const textOf = (article: LawArticle): string => article.paragraphs.join('\n');
const plain = (article: LawArticle): Part[] => [{ text: textOf(article), isChanged: false }];

function Both({ citation, change, chosen, onChoose }: ComparedArticlesProps) {
  const { before, after, candidates, state } = citation;
  const next = after ?? candidates.find(({ number }) => number === chosen) ?? null;
  const compared = useMemo(() => (before === null || next === null ? undefined : compareTexts(textOf(before), textOf(next))), [before, next]);
  return (
    <div className={styles['both']}>
      <section className={styles['side']} aria-label="原版本">
        <h4>{`原版本${before === null ? '' : ` ${before.label}`}`}</h4>
        {before === null ? (
          <p className={letters['quiet']}>{change.before === null ? '法规库中没有原版本，无法对照。' : '原版本中没有找到这一条。'}</p>
        ) : (
          <ComparedText parts={compared?.before ?? plain(before)} as="del" />
        )}
      </section>
      <section className={styles['side']} aria-label="新版本">
        <h4>{`新版本${next === null ? '' : ` ${next.label}`}`}</h4>
        {state === 'gone' && next === null && <p className={letters['quiet']}>新版本中没有找到这条依据的原文。沿用则仍引用原版本的条文。</p>}
        {state === 'ambiguous' && onChoose !== undefined && <Candidates articles={candidates} chosen={chosen} onChoose={onChoose} />}
        {next !== null && <ComparedText parts={compared?.after ?? plain(next)} as="ins" />}
      </section>
    </div>
  );
}

function Candidates({ articles, chosen, onChoose }: { articles: readonly LawArticle[]; chosen: number | undefined; onChoose: (article: number) => void }) {
  const name = useId();
  return (
    <fieldset className={styles['candidates']}>
      <legend>原文在多处出现，请选择对应的条文</legend>
      {articles.map(({ number, label }) => (
        <label key={number}>
          <input type="radio" name={name} checked={chosen === number} onChange={() => onChoose(number)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
