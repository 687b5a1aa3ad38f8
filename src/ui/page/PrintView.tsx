import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { useIsNarrow } from '@/ui/browser/useIsNarrow.ts';

/** Prints the view as it is; a phone, whose title has no room for it, has that in the browser's own menu. */
export function PrintView() {
  if (useIsNarrow()) return null;
  return (
    <ActionButton size="small" onClick={() => print()}>
      打印
    </ActionButton>
  );
}
