import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';
import { MoreButton } from '@/ui/sheets/MoreButton.tsx';

export interface PageAction {
  label: string;
  /** A promise keeps its button pending until it settles. */
  onSelect: () => unknown;
  /** Beside those that are used more: words without a frame. */
  isPlain?: boolean;
  isPending?: boolean;
}

/** At the right of a view's title: buttons on a desktop; on a phone one in words, or a menu of several: they leave the title its row. */
export function PageActions({ actions }: { actions: readonly PageAction[] }) {
  const isNarrow = useIsNarrow();
  if (isNarrow && actions.length > 1) return <MoreButton items={actions.map(({ label, onSelect, isPending = false }) => ({ label, onSelect: () => void onSelect(), isDisabled: isPending }))} />;
  return actions.map(({ label, onSelect, isPlain = false, isPending = false }) => (
    <ActionButton key={label} tone={isPlain ? 'text' : 'default'} size="small" isPending={isPending} onClick={onSelect}>
      {label}
    </ActionButton>
  ));
}
