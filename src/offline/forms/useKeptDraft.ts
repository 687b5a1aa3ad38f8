import { useEffect, useState } from 'react';
import { type FormDraft, readDraft } from './form-drafts.ts';

/** What was typed into a form before and not sent; undefined while it is read, null where nothing was kept. */
export function useKeptDraft<Data>(form: string): FormDraft<Data> | null | undefined {
  const [draft, setDraft] = useState<{ form: string; found: FormDraft<Data> | null }>();
  useEffect(() => {
    let isCurrent = true;
    void readDraft<Data>(form).then((found) => {
      if (isCurrent) setDraft((before) => (before?.form === form ? before : { form, found: found ?? null }));
    });
    return () => {
      isCurrent = false;
    };
  }, [form]);
  return draft?.form === form ? draft.found : undefined;
}
