import iconButton from '@/ui/basics/icon-button.module.css';
import { MoreOutline } from '@/ui/basics/icons.tsx';
import { MenuButton, type MenuItem } from './MenuButton.tsx';

/** At the right of a title: what else can be done with the view. */
export function MoreButton({ items }: { items: readonly MenuItem[] }) {
  return (
    <MenuButton className={iconButton['button']} label="更多操作" align="right" items={items}>
      <MoreOutline aria-hidden />
    </MenuButton>
  );
}
