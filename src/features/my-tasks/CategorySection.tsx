import { memo, useId } from 'react';
import { CheckOutline } from '@/ui/icons.tsx';
import type { CategoryCount } from '@/offline/answer-view.ts';
import type { AnswerStore } from '@/offline/answers.ts';
import { useAnswerCount } from '@/offline/useAnswers.ts';
import { useFillIn } from './fill-in-context.ts';
import type { PointCategory } from './point-filter.ts';
import { PointCard } from './PointCard.tsx';
import styles from './CategorySection.module.css';

interface CategorySectionProps {
  category: PointCategory;
  /** How many of its cards are drawn so far. */
  count: number;
  isReadOnly: boolean;
  onMarkRest: ((category: PointCategory) => void) | undefined;
}

export const CategorySection = memo(function CategorySection({ category, count, isReadOnly, onMarkRest }: CategorySectionProps) {
  const { store } = useFillIn();
  const titleId = useId();
  return (
    <section className={styles['section']} aria-labelledby={titleId} data-category={category.id}>
      <div className={styles['head']}>
        <h2 className={styles['title']} id={titleId}>
          {category.name}
        </h2>
        <CategoryState store={store} category={category} onMarkRest={isReadOnly ? undefined : onMarkRest} />
      </div>
      {category.points.slice(0, count).map((point) => (
        <PointCard key={point.pointId} point={point} isReadOnly={isReadOnly} />
      ))}
    </section>
  );
});

/** Progress of a whole category, whatever the filter shows of it; renders again only when it changes. */
export const useCategoryCount = (store: AnswerStore, categoryId: string): CategoryCount =>
  useAnswerCount(store, ({ categories }) => categories.get(categoryId) ?? nothingCounted);
const nothingCounted: CategoryCount = { total: 0, answered: 0 };

interface CategoryStateProps {
  store: AnswerStore;
  category: PointCategory;
  onMarkRest: ((category: PointCategory) => void) | undefined;
}

function CategoryState({ store, category, onMarkRest }: CategoryStateProps) {
  const { answered, total } = useCategoryCount(store, category.id);
  if (total === 0) return null;
  return (
    <>
      <span className={styles['count']}>
        {answered === total && <CheckOutline aria-hidden />}
        {answered}/{total}
      </span>
      {onMarkRest && answered < total && (
        <button type="button" className={styles['rest']} onClick={() => onMarkRest(category)} aria-label={`本类其余全部合格：${category.name}`}>
          其余全部合格
        </button>
      )}
    </>
  );
}
