import { Field } from './Field.tsx';
import controls from './control.module.css';
import styles from './Select.module.css';

export interface SelectOption {
  value: string;
  label: string;
  /** Options of one group stand together under its name. */
  group?: string;
}

export interface SelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** Words of the empty choice; without them there is none. */
  emptyLabel?: string;
  error?: string | undefined;
  hint?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
  isLabelSpoken?: boolean;
  onBlur?: (() => void) | undefined;
}

/** The platform's own list: the best one on a phone, and for keyboards and readers. */
export function Select({ label, value, onChange, options, emptyLabel, error, hint, isRequired, isDisabled, isLabelSpoken, onBlur }: SelectProps) {
  return (
    <Field label={label} error={error} hint={hint} isRequired={isRequired} isLabelSpoken={isLabelSpoken}>
      {(control) => (
        <select
          {...control}
          className={`${controls['control']} ${styles['select']}`}
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        >
          {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
          {groupsOf(options).map(([group, members]) =>
            group === '' ? (
              <Options key="" options={members} />
            ) : (
              <optgroup key={group} label={group}>
                <Options options={members} />
              </optgroup>
            ),
          )}
        </select>
      )}
    </Field>
  );
}

function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}

function groupsOf(options: readonly SelectOption[]): [group: string, members: SelectOption[]][] {
  const groups = new Map<string, SelectOption[]>();
  for (const option of options) groups.set(option.group ?? '', [...(groups.get(option.group ?? '') ?? []), option]);
  return [...groups];
}
