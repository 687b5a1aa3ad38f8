import { useRef } from 'react';
import { articlesOf } from '#contract/basis-article.ts';
import type { Law } from '#contract/law.ts';
import { BASIS_ANCHOR_MAX } from '#contract/limits.ts';
import { useLawText } from '@/queries/laws/law-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import controls from '@/ui/controls/control.module.css';
import { Field } from '@/ui/controls/Field.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import styles from './PointSheet.module.css';

export interface AnchorFieldProps {
  /** The edition that is cited; undefined where the library has none. */
  law: Law | undefined;
  /** 0 for none. */
  article: number;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
}

/** Words that stand in the cited article, by which it is found in a newer edition: selected in its text, by finger or by keys. */
export function AnchorField({ law, article: number, ...field }: AnchorFieldProps) {
  const text = useLawText(number > 0 ? law : undefined);
  const article = text.data && articlesOf(text.data).find((each) => each.number === number);
  const shown = useRef<HTMLTextAreaElement>(null);
  if (article === undefined && field.value === '') return null;

  const handleTake = (): void => {
    const selection = shown.current === null ? '' : shown.current.value.slice(shown.current.selectionStart, shown.current.selectionEnd).trim();
    if (selection === '') notify('请先在条文中选中几个字', 'warning');
    else if (selection.includes('\n')) notify('请在同一段中选取', 'warning');
    else if (selection.length > BASIS_ANCHOR_MAX) notify(`最多选 ${BASIS_ANCHOR_MAX} 个字，现在 ${selection.length} 个`, 'warning');
    else field.onChange(selection);
  };
  return (
    <>
      <TextField label="原文词句" {...field} maxLength={BASIS_ANCHOR_MAX} hint="选填。条文中的原话，法规有新版本时按它找到对应的条文" />
      {article !== undefined && (
        <div className={styles['anchor']}>
          <Field label={`${article.label}原文`} hint="长按或用 Shift 加方向键选中其中的词句">
            {(control) => (
              // Not `readOnly`: keys select nothing there. What is typed changes nothing.
              <textarea
                {...control}
                ref={shown}
                className={controls['control']}
                rows={4}
                inputMode="none"
                aria-readonly
                value={article.paragraphs.join('\n')}
                onChange={() => undefined}
              />
            )}
          </Field>
          <ActionButton size="small" onClick={handleTake}>
            选用选中的词句
          </ActionButton>
        </div>
      )}
    </>
  );
}
