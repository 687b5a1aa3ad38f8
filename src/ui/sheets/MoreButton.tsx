import { MoreOutline } from '@/ui/basics/icons.tsx';
import { MenuButton, type MenuItem } from './MenuButton.tsx';
import styles from './MoreButton.module.css';

/** At the right of a title: what else can be done with the view. */
export function MoreButton({ items }: { items: readonly MenuItem[] }) {
  return (
    <MenuButton className={styles['more']} label="更多操作" align="right" items={items}>
      <MoreOutline aria-hidden />
    </MenuButton>
  );
}
