import { useId, useLayoutEffect, useRef, useState, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';
import { asAsked, checkField, type Rule, tooLongMessage, trimText } from '#contract/rules.ts';
import { useAfterTap } from '@/ui/browser/useAfterTap.ts';
import { Field } from './Field.tsx';
import controls from './control.module.css';

export interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** After the field was left; for forms that keep the errors themselves. */
  onBlur?: (() => void) | undefined;
  rule?: Rule | undefined;
  isRequired?: boolean | undefined;
  /** A form that keeps the errors passes this always; the field then does not check itself. */
  error?: string | undefined;
  hint?: ReactNode;
  placeholder?: string;
  type?: 'text' | 'tel' | 'search';
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Characters, without blanks around them. What is longer stays, and is told: cut silently it would be something else. */
  maxLength?: number | undefined;
  /** More than one makes it a text area. */
  rows?: number;
  isDisabled?: boolean;
  /** Offered while one line is typed; anything else may be typed too. */
  suggestions?: readonly string[];
}

/** Text that is checked when the field is left, by the rules of the specification's section 5. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, onBlur, rule, isRequired, hint, rows = 1, isDisabled = false, type = 'text' } = props;
  const [found, setFound] = useState<string>();
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (area.current) growWith(area.current);
  }, [value]);
  const afterTap = useAfterTap();
  const keepsErrors = !('error' in props);
  const { maxLength = Number.POSITIVE_INFINITY } = props;
  const { length } = asAsked(trimText(value), rule);
  const told = keepsErrors ? found : props.error;
  const isTooLong = length > maxLength && (told === undefined || told === tooLongMessage(maxLength));
  const error = isTooLong ? `${tooLongMessage(maxLength)}，现在 ${length} 个` : told;
  const handleBlur = (): void => {
    if (keepsErrors) afterTap.run(() => setFound(checkField(value, { ...(rule === undefined ? {} : { rule }), required: isRequired ?? false })));
    onBlur?.();
  };
  const handleChange = (text: string): void => {
    afterTap.drop();
    setFound(undefined);
    onChange(text);
  };
  return (
    <Field label={label} error={error} hint={hint} isRequired={isRequired}>
      {(control) => {
        const shared = {
          ...control,
          className: controls['control'],
          value,
          placeholder: props.placeholder,
          disabled: isDisabled,
          inputMode: props.inputMode,
          autoComplete: props.autoComplete ?? 'off',
          onBlur: handleBlur,
        };
        return rows > 1 ? (
          <textarea {...shared} ref={area} rows={rows} onChange={(event) => handleChange(event.target.value)} />
        ) : (
          <>
            <input {...shared} type={type} list={props.suggestions && listId} onChange={(event) => handleChange(event.target.value)} />
            {props.suggestions && (
              <datalist id={listId}>
                {props.suggestions.map((suggestion) => (
                  <option key={suggestion} value={suggestion}>
                    {suggestion}
                  </option>
                ))}
              </datalist>
            )}
          </>
        );
      }}
    </Field>
  );
}

const ROWS_MAX = 30;

/** A text area grows with its text, so that it is read as a whole; it never shrinks under the finger. */
function growWith(area: HTMLTextAreaElement): void {
  while (area.scrollHeight > area.clientHeight && area.rows < ROWS_MAX) area.rows += 1;
}
