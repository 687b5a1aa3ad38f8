import { useCallback, useState } from 'react';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { type FormDraft, readDraft } from './form-drafts.ts';

/**
 * What was typed into a form before and not sent; undefined while it is read, null where nothing was kept. It is what the form
 * begins with: what is kept of the form since does not change it.
 */
export function useKeptDraft<Data>(form: string): FormDraft<Data> | null | undefined {
  const loaded = useLoaded(
    form,
    useCallback(async (name: string) => (await readDraft<Data>(name)) ?? null, []),
  );
  const [first, setFirst] = useState<{ form: string; draft: FormDraft<Data> | null }>();
  if (loaded !== undefined && first?.form !== form) setFirst({ form, draft: loaded });
  return first?.form === form ? first.draft : undefined;
}
