import { memo, useEffect, useMemo, useState } from 'react';
import type { Grounds } from '#contract/check-point.ts';
import { paths } from '@/lib/paths.ts';
import type { FoundLaw, FoundPoint, SearchLimits, SearchResult } from '@/lib/text/law-search.ts';
import { BasisName } from '@/parts/points/BasisName.tsx';
import { PointBasis } from '@/parts/points/PointBasis.tsx';
import { askAhead, type TextIndexState, useTextIndex, useTextSearch } from '@/queries/laws/text-search-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { MarkedText } from '@/ui/basics/MarkedText.tsx';
import letters from '@/ui/basics/letters.module.css';
import { SearchBox } from '@/ui/controls/SearchBox.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { LawStatusTag } from './LawTags.tsx';
import styles from './TextSearch.module.css';

const LAWS_AT_FIRST = 10;
const POINTS_AT_FIRST = 5;
const ARTICLES_PER_LAW = 3;
/** What is looked for; the field takes more, since it must not cut a word that is being put together. */
const MAX_LENGTH = 50;

/** What is drawn while a person types, which fills the room above a phone's keyboard; the rest follows when the typing pauses. */
const WHILE_TYPING: SearchLimits = { laws: 1, points: 1, articlesPerLaw: ARTICLES_PER_LAW, wholeLaws: [], hits: 2 };
const PAUSE_MS = 250;

interface Shown {
  text: string;
  laws: number;
  points: number;
  wholeLaws: readonly string[];
}

interface TextSearchProps {
  /** Text that an address asks for, and the visit that asked. */
  asked: { asked: string; key: string };
}

/** 全文检索: one query over the articles of all laws and over all check points, answered on this device. */
export function TextSearch({ asked }: TextSearchProps) {
  const [visit, setVisit] = useState(asked.key);
  const [text, setText] = useState(asked.asked);
  if (visit !== asked.key) {
    setVisit(asked.key);
    if (asked.asked !== '') setText(asked.asked);
  }
  return (
    <div className={styles['content']}>
      <div className={styles['box']}>
        <SearchBox
          type="search"
          aria-label="检索法规和检查要点"
          placeholder="如：医疗废物 暂存"
          value={text}
          enterKeyHint="search"
          onChange={({ target: { value } }) => {
            askAhead(value.slice(0, MAX_LENGTH), WHILE_TYPING);
            setText(value);
          }}
        />
      </div>
      <SearchResults text={text.slice(0, MAX_LENGTH)} />
    </div>
  );
}

function SearchResults({ text }: { text: string }) {
  const index = useTextIndex();
  const [shown, setShown] = useState<Shown>();
  const [basis, setBasis] = useState<Grounds>();
  const limits: SearchLimits = useMemo(() => (shown?.text === text ? { ...shown, articlesPerLaw: ARTICLES_PER_LAW } : WHILE_TYPING), [shown, text]);
  useEffect(() => {
    const timer = setTimeout(() => setShown((before) => (before?.text === text ? before : { text, laws: LAWS_AT_FIRST, points: POINTS_AT_FIRST, wholeLaws: [] })), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // A key draws nothing but itself: what was found before stays until the next answer is there.
  const result = useTextSearch(text, limits, index);
  const isPaused = result !== undefined && shown?.text === result.query;
  // What was drawn at the last pause is hidden at a key and not taken away: that would take longer than the key may.
  const [whole, setWhole] = useState<SearchResult>();
  if (isPaused && whole !== result) setWhole(result);
  // What the field held before it was emptied is no answer to what is typed into it now.
  const [outdated, setOutdated] = useState<SearchResult>();
  const isEmpty = text.trim() === '';
  if (isEmpty && outdated !== result) setOutdated(result);
  const isFound = result !== undefined && result !== outdated && !isEmpty && index.state !== 'failed';

  return (
    <>
      <p className={letters['quiet']} role="status">
        {isFound && index.state === 'ready'
          ? `${describeFound(result)}${index.missingCount > 0 ? ` · ${describeMissing(index)}` : ''}`
          : describeIndex(index)}
      </p>
      {index.state === 'building' && result === undefined && <ListSkeleton rows={3} />}
      {result !== undefined && (
        <div className={styles['found']} hidden={!isFound}>
          {isNothing(result) && <NoData hint="换个词试试" />}
          <section aria-label="法规" className={styles['results']} hidden={result.laws.length === 0}>
            {result.laws[0] && <LawHits law={result.laws[0]} query={result.query} onWiden={setShown} />}
            <div className={styles['results']} hidden={!isPaused}>
              {whole && <MoreLaws found={whole} onWiden={setShown} />}
            </div>
          </section>
          <section aria-label="检查要点" className={styles['results']} hidden={result.points.length === 0}>
            <h2 className={styles['section']}>检查要点</h2>
            {result.points[0] && <PointHit point={result.points[0]} onBasis={setBasis} />}
            <div className={styles['results']} hidden={!isPaused}>
              {whole && <MorePoints found={whole} onWiden={setShown} onBasis={setBasis} />}
            </div>
          </section>
        </div>
      )}
      {basis !== undefined && <PointBasis shown={basis} onShow={setBasis} onClose={() => setBasis(undefined)} />}
    </>
  );
}

const isNothing = ({ lawCount, pointCount }: SearchResult): boolean => lawCount === 0 && pointCount === 0;

const describeFound = (result: SearchResult): string =>
  isNothing(result) ? `没有找到“${result.query.trim()}”` : `${result.lawCount} 部法规 ${result.articleCount} 条 · ${result.pointCount} 个检查要点`;

function describeIndex(index: TextIndexState): string {
  if (index.state === 'building') return '正在准备检索…';
  if (index.state === 'failed') return '暂时无法检索，请联网后再试。';
  const missing = index.missingCount > 0 ? `，${describeMissing(index)}` : '';
  return `可检索 ${index.lawCount - index.missingCount} 部法规、${index.pointCount} 个检查要点${missing}`;
}

const describeMissing = ({ missingCount }: TextIndexState): string => `${missingCount} 部未保存到本机，联网后可检索正文`;

/** Shows more of what is shown; the same function at each key, so that what was found before is not drawn again. */
type Widen = (change: (before: Shown | undefined) => Shown | undefined) => void;

function LawHits({ law, query, onWiden }: { law: FoundLaw; query: string; onWiden: Widen }) {
  const rest = law.articleCount - law.articles.length;
  return (
    <article className={styles['law']} aria-label={law.title.text}>
      <header className={styles['head']}>
        <h2 className={styles['title']}>
          <a href={`#${paths.showLaw.to(law.id, { find: query.trim() })}`}>
            <MarkedText {...law.title} />
          </a>
        </h2>
        <LawStatusTag law={law} />
      </header>
      <ul>
        {law.articles.map((article, index) => (
          <li key={index}>
            <a className={styles['hit']} href={`#${paths.showLaw.to(law.id, { ...(article.number > 0 ? { article: article.number } : {}), ...(article.snippet.spans.length > 0 ? { find: query.trim() } : {}) })}`}>
              <span className={styles['label']}>{article.label || article.chapter || '序言'}</span>
              <span>
                <MarkedText {...article.snippet} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div className={styles['rest']}>
          <ActionButton tone="text" size="small" label={`${law.title.text}：显示其余 ${rest} 条`} onClick={() => onWiden((before) => before && { ...before, wholeLaws: [...before.wholeLaws, law.id] })}>
            显示其余 {rest} 条
          </ActionButton>
        </div>
      )}
    </article>
  );
}

interface MoreProps {
  found: SearchResult;
  onWiden: Widen;
}

/** The laws behind the first. */
const MoreLaws = memo(function MoreLaws({ found, onWiden }: MoreProps) {
  const { laws, lawCount, query } = found;
  return (
    <>
      {laws.slice(1).map((law) => (
        <LawHits key={law.id} law={law} query={query} onWiden={onWiden} />
      ))}
      {laws.length < lawCount && (
        <ActionButton onClick={() => onWiden((before) => before && { ...before, laws: before.laws + LAWS_AT_FIRST })}>显示更多法规（还有 {lawCount - laws.length} 部）</ActionButton>
      )}
    </>
  );
});

interface PointHitProps {
  point: FoundPoint;
  onBasis: (shown: Grounds) => void;
}

function PointHit({ point, onBasis }: PointHitProps) {
  return (
    <article className={styles['point']}>
      <p>
        <MarkedText {...point.content} />
      </p>
      {point.elsewhere !== undefined && (
        <p className={styles['elsewhere']}>
          <MarkedText {...point.elsewhere} />
        </p>
      )}
      <button type="button" className={styles['basis']} onClick={() => onBasis(point)}>
        <BasisName basis={point.basis} />
      </button>
    </article>
  );
}

/** The check points behind the first. */
const MorePoints = memo(function MorePoints({ found, onWiden, onBasis }: MoreProps & Pick<PointHitProps, 'onBasis'>) {
  const { points, pointCount } = found;
  return (
    <>
      {points.slice(1).map((point) => (
        <PointHit key={point.id} point={point} onBasis={onBasis} />
      ))}
      {points.length < pointCount && (
        <ActionButton onClick={() => onWiden((before) => before && { ...before, points: before.points + 4 * POINTS_AT_FIRST })}>显示更多要点（还有 {pointCount - points.length} 个）</ActionButton>
      )}
    </>
  );
});

/** Apart, so that its queries are made at the tap and not while somebody types. */
