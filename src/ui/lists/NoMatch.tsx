import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { NoData } from './NoData.tsx';

export interface NoMatchProps {
  /** Says what there is none of under these conditions. */
  hint: string;
  onReset: () => void;
}

/** A search found nothing: what leads on is to reset it, and not to add something. */
export function NoMatch({ hint, onReset }: NoMatchProps) {
  return <NoData hint={hint} action={<ActionButton onClick={onReset}>重置</ActionButton>} />;
}
