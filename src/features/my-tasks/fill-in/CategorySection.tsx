import { memo, useId, type CSSProperties } from 'react';
import type { CategoryCount } from '@/offline/entries/answer-view.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import { useAnswerCount } from '@/offline/entries/useAnswers.ts';
import { CheckOutline } from '@/ui/basics/icons.tsx';
import stack from '@/ui/basics/stack.module.css';
import type { PointCategory } from '../point-filter.ts';
import { useFillIn } from './card/fill-in-context.ts';
import { useFolding } from './card/folding.ts';
import type { Piece } from './point-pieces.ts';
import { PointCard } from './card/PointCard.tsx';
import type { RestResult } from './useMarkRest.ts';
import styles from './CategorySection.module.css';

interface CategorySectionProps {
  category: PointCategory;
  pieces: readonly Piece[];
  /** The pieces of the whole list whose cards are drawn so far. */
  drawn: ReadonlySet<number>;
  isReadOnly: boolean;
  onMarkRest: ((category: PointCategory, result: RestResult) => void) | undefined;
}

export function CategorySection({ category, pieces, drawn, isReadOnly, onMarkRest }: CategorySectionProps) {
  const { store } = useFillIn();
  const titleId = useId();
  return (
    <section className={stack['lines']} aria-labelledby={titleId} data-category={category.id}>
      <div className={styles['head']}>
        <h2 className={styles['title']} id={titleId} tabIndex={-1}>
          {category.name}
        </h2>
        <CategoryState store={store} category={category} onMarkRest={isReadOnly ? undefined : onMarkRest} />
      </div>
      {pieces.map(({ index, points }) =>
        drawn.has(index) ? (
          <PieceCards key={index} points={points} isReadOnly={isReadOnly} />
        ) : (
          <Room key={index} points={points} />
        ),
      )}
    </section>
  );
}

/** Stands for cards that are not drawn yet, about as high. */
export function Room({ points }: Pick<Piece, 'points'>) {
  return <div className={styles['room']} style={useUsualHeight(points)} aria-hidden />;
}

/** For the height of cards that are not drawn, as many as there are of each kind when the piece is. */
function useUsualHeight(points: Piece['points']): CSSProperties {
  const folding = useFolding();
  const folded = points.filter(({ pointId }) => folding.has(pointId)).length;
  return { '--cards': points.length - folded, '--folded': folded } as CSSProperties;
}

const PieceCards = memo(function PieceCards({ points, isReadOnly }: Pick<Piece, 'points'> & Pick<CategorySectionProps, 'isReadOnly'>) {
  return (
    <div className={styles['piece']} style={useUsualHeight(points)} data-piece>
      {points.map((point) => (
        <PointCard key={point.pointId} point={point} isReadOnly={isReadOnly} />
      ))}
    </div>
  );
});

/** Progress of a whole category, whatever the filter shows of it; renders again only when it changes. */
export const useCategoryCount = (store: AnswerStore, categoryId: string): CategoryCount =>
  useAnswerCount(store, ({ categories }) => categories.get(categoryId) ?? nothingCounted);
const nothingCounted: CategoryCount = { total: 0, answered: 0, incomplete: 0 };

interface CategoryStateProps {
  store: AnswerStore;
  category: PointCategory;
  onMarkRest: ((category: PointCategory, result: RestResult) => void) | undefined;
}

const rests = [
  { result: 'qualified', words: '其余全部合格' },
  { result: 'notApplicable', words: '其余不适用' },
] as const;

function CategoryState({ store, category, onMarkRest }: CategoryStateProps) {
  const { answered, incomplete, total } = useCategoryCount(store, category.id);
  if (total === 0) return null;
  return (
    <>
      <span className={styles['count']}>
        {answered === total && <CheckOutline aria-hidden />}
        {answered}/{total}
      </span>
      {onMarkRest && (
        // What only lacks its remark is marked already. The room stays, or the cards would move under the thumb with the last answer.
        <span className={styles['rests']}>
          {answered + incomplete < total && rests.map(({ result, words }) => (
            <button key={result} type="button" className={styles['rest']} onClick={() => onMarkRest(category, result)} aria-label={`本类${words}：${category.name}`}>
              {words}
            </button>
          ))}
        </span>
      )}
    </>
  );
}
