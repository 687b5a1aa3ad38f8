import { useRef, useState } from 'react';
import { asAsked, checkField, type Rule, trimText } from '#contract/rules.ts';
import { useAfterTap } from '@/ui/browser/useAfterTap.ts';
import { showFirstProblem } from './show-first-problem.ts';

export interface FieldSpec {
  rule?: Rule;
  isRequired?: boolean;
  /** Characters, without blanks around them. */
  maxLength?: number;
  /** For what no single rule says; asked after the rule where something is filled in, with all values at hand. */
  check?: (text: string, values: Record<string, string>) => string | undefined;
}

/** For `check` of a field with a number. */
export const atMost = (max: number) => (text: string): string | undefined => (Number(text) > max ? `最大 ${max}` : undefined);

export interface BoundField {
  value: string;
  rule: Rule | undefined;
  error: string | undefined;
  isRequired: boolean;
  maxLength: number | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

export interface Fields<Name extends string> {
  /** As they are to be sent. */
  values: Record<Name, string>;
  errors: Partial<Record<Name, string>>;
  isDirty: boolean;
  /** Of what would be sent under the names of fields, only what was changed here: what somebody else saved meanwhile stays. */
  onlyChanged: <Body extends Partial<Record<Name, unknown>>>(body: Body) => Partial<Body>;
  set: (name: Name, value: string) => void;
  /** Props for a field of `ui`: checks when it is left. */
  bind: (name: Name) => BoundField;
  /** Whether all are right, as far as is told by looking. */
  areRight: () => boolean;
  /** Checks every field, shows what is wrong and leads to the first of it. @returns whether all are right. */
  checkAll: () => boolean;
  /** Shows what the server found, and leads to the first of it; what names no field here is returned. */
  setErrors: (found: readonly { field: string; message: string }[]) => string[];
  /** Begins anew from these values. */
  reset: (values?: Record<Name, string>) => void;
  /**
   * Begins anew from what the server has by now; what was changed here stays, as a change of that.
   * @param kept fields that stay although nobody changed them
   */
  rebase: (values: Record<Name, string>, kept?: readonly Name[]) => void;
}

/**
 * Values and errors of a small form, by the rules of the specification's section 5.
 * @param first what the fields hold at first, where that was changed already
 */
export function useFields<Name extends string>(specs: Record<Name, FieldSpec>, initial: Record<Name, string>, first = initial): Fields<Name> {
  const names = Object.keys(specs) as Name[];
  /** What was typed stands in its field unchanged: a caret would leave its place otherwise. */
  const toSend = (typed: Record<Name, string>) =>
    Object.fromEntries(names.map((name) => [name, asAsked(typed[name], specs[name].rule)])) as Record<Name, string>;
  const [start, setStart] = useState(() => toSend(initial));
  const [{ typed, values }, setTexts] = useState(() => ({ typed: first, values: toSend(first) }));
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  /** Ahead of what is drawn: one event may set several fields. */
  const latest = useRef(first);
  const afterTap = useAfterTap();
  const left = useRef<Name>(undefined);
  const isChanged = (name: Name): boolean => values[name] !== start[name];
  const begin = (next: Record<Name, string>, held: Record<Name, string>): void => {
    afterTap.drop();
    latest.current = held;
    setStart(toSend(next));
    setTexts({ typed: held, values: toSend(held) });
    setErrors({});
  };

  const find = (name: Name, all = values): string | undefined => {
    const { rule, isRequired = false, maxLength, check } = specs[name];
    const text = all[name];
    const found = checkField(text, { ...(rule === undefined ? {} : { rule }), required: isRequired, maxLength });
    return found ?? (trimText(text) === '' ? undefined : check?.(text, all));
  };
  const put = (name: Name, message: string | undefined): void =>
    setErrors(({ [name]: _before, ...others }) => (message === undefined ? others : { ...others, [name]: message }) as Partial<Record<Name, string>>);
  const set = (name: Name, value: string): void => {
    if (left.current === name) afterTap.drop();
    const before = latest.current;
    const after = { ...before, [name]: value };
    latest.current = after;
    const sent = toSend(after);
    setTexts({ typed: after, values: sent });
    put(name, undefined);
    // What was found in comparing may be right by now; what the server found stays.
    for (const other of names) if (other !== name && errors[other] !== undefined && errors[other] === find(other, toSend(before))) put(other, find(other, sent));
  };

  return {
    values,
    errors,
    isDirty: names.some(isChanged),
    onlyChanged: <Body extends Partial<Record<Name, unknown>>>(body: Body) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => isChanged(name as Name))) as Partial<Body>,
    set,
    bind: (name) => ({
      value: typed[name],
      rule: specs[name].rule,
      error: errors[name],
      isRequired: specs[name].isRequired ?? false,
      maxLength: specs[name].maxLength,
      onChange: (value) => set(name, value),
      onBlur: () => {
        left.current = name;
        afterTap.run(() => put(name, find(name)));
      },
    }),
    areRight: () => names.every((name) => find(name) === undefined),
    checkAll: () => {
      afterTap.drop();
      const found: Partial<Record<Name, string>> = {};
      for (const name of names) {
        const message = find(name);
        if (message !== undefined) found[name] = message;
      }
      setErrors(found);
      const isRight = Object.keys(found).length === 0;
      if (!isRight) showFirstProblem();
      return isRight;
    },
    setErrors: (found) => {
      afterTap.drop();
      const others: string[] = [];
      for (const { field, message } of found) {
        if (Object.hasOwn(specs, field)) put(field as Name, message);
        else others.push(message);
      }
      if (found.length > others.length) showFirstProblem();
      return others;
    },
    reset: (next = initial) => begin(next, next),
    rebase: (next, kept = []) => {
      const stays = (name: Name): boolean => isChanged(name) || kept.includes(name);
      begin(next, Object.fromEntries(names.map((name) => [name, (stays(name) ? typed : next)[name]])) as Record<Name, string>);
    },
  };
}
