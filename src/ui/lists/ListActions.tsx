import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import iconButton from '@/ui/basics/icon-button.module.css';
import { AddOutline } from '@/ui/basics/icons.tsx';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { MenuButton, type MenuItem } from '@/ui/sheets/MenuButton.tsx';
import { MoreButton } from '@/ui/sheets/MoreButton.tsx';

export interface ListActionsProps {
  /** What makes something new, such as 新增科室. */
  add: { label: string; onSelect: () => void };
  /** What else the list offers. */
  more?: readonly MenuItem[];
}

/** At the right of a list's title: words on a desktop; on a phone one plus, which leaves the title its row. */
export function ListActions({ add, more = [] }: ListActionsProps) {
  const isNarrow = useIsNarrow();
  if (!isNarrow) {
    return (
      <>
        {more.length > 1 ? (
          <MoreButton items={more} />
        ) : (
          more.map(({ label, onSelect }) => (
            <ActionButton key={label} size="small" onClick={onSelect}>
              {label}
            </ActionButton>
          ))
        )}
        <ActionButton tone="primary" size="small" onClick={add.onSelect}>
          {add.label}
        </ActionButton>
      </>
    );
  }
  if (more.length === 0) {
    return (
      <button type="button" className={iconButton['button']} aria-label={add.label} onClick={add.onSelect}>
        <AddOutline aria-hidden />
      </button>
    );
  }
  return (
    <MenuButton className={iconButton['button']} label={`${add.label}等操作`} align="right" items={[{ ...add, icon: <AddOutline aria-hidden /> }, ...more]}>
      <AddOutline aria-hidden />
    </MenuButton>
  );
}
