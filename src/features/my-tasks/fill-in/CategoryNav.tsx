import type { AnswerStore } from '@/offline/entries/answers.ts';
import { CheckOutline } from '@/ui/basics/icons.tsx';
import type { PointCategory } from '../point-filter.ts';
import { useCategoryCount } from './CategorySection.tsx';
import styles from './CategoryNav.module.css';

interface CategoryNavProps {
  store: AnswerStore;
  categories: readonly PointCategory[];
  onJump: (category: PointCategory) => void;
}

/** The categories of a task with their progress; a tap goes there. */
export function CategoryNav({ store, categories, onJump }: CategoryNavProps) {
  return (
    <ul>
      {categories.map((category) => (
        <li key={category.id}>
          <button type="button" className={styles['item']} onClick={() => onJump(category)}>
            <span className={styles['name']}>{category.name}</span>
            <Count store={store} category={category} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Count({ store, category }: { store: AnswerStore; category: PointCategory }) {
  const { answered, total } = useCategoryCount(store, category.id);
  const isDone = answered === total;
  return (
    <span className={isDone ? styles['done'] : styles['count']}>
      {isDone && <CheckOutline aria-hidden />}
      {answered}/{total}
    </span>
  );
}
