import { useCallback } from 'react';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { type FormDraft, readDraft } from './form-drafts.ts';

/** What was typed into a form before and not sent; undefined while it is read, null where nothing was kept. */
export function useKeptDraft<Data>(form: string): FormDraft<Data> | null | undefined {
  return useLoaded(
    form,
    useCallback(async (name: string) => (await readDraft<Data>(name)) ?? null, []),
  );
}
