import type { ReactNode } from 'react';
import { RETURN_REASON_MAX } from '#contract/limits.ts';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import styles from './ReasonsByItem.module.css';

/** By the id of their item; an item that is not returned is missing. */
export type Reasons = ReadonlyMap<string, string>;

interface ReasonsByItemProps {
  items: readonly { id: string; seq: number; content: string; mark?: ReactNode }[];
  reasons: Reasons;
  onChange: (reasons: Reasons) => void;
  /** What a reason is called. */
  label: string;
  /** Undefined where the reason is right. */
  problemOf: (reason: string) => string | undefined;
  isRequired: boolean;
  hint?: string | undefined;
}

/** Chooses what of something is returned, each with why. */
export function ReasonsByItem({ items, reasons, onChange, label, problemOf, isRequired, hint }: ReasonsByItemProps) {
  const change = (id: string, reason: string | undefined): void => {
    const next = new Map(reasons);
    if (reason === undefined) next.delete(id);
    else next.set(id, reason);
    onChange(next);
  };
  return (
    <ul>
      {items.map(({ id, seq, content, mark }) => {
        const reason = reasons.get(id);
        return (
          <li key={id} className={styles['item']}>
            <Checkbox label={`${seq}. ${content}`} isChecked={reason !== undefined} onChange={(isChosen) => change(id, isChosen ? '' : undefined)}>
              {mark !== undefined && <span className={styles['mark']}>{mark}</span>}
            </Checkbox>
            {reason !== undefined && (
              <TextField
                label={label}
                value={reason}
                onChange={(text) => change(id, text)}
                error={problemOf(reason)}
                isRequired={isRequired}
                hint={hint}
                rows={2}
                maxLength={RETURN_REASON_MAX}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
