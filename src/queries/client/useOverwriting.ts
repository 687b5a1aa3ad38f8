import { useState } from 'react';
import { isConflict } from './conflict.ts';
import { fieldErrorsOf } from './field-errors.ts';

/**
 * Saves a change with what the form began with, which the server compares. Once it has said at the fields what somebody else
 * put there meanwhile, the next save means it.
 * @param first by field, as the form began, whatever is read anew behind it; undefined where nothing is changed
 */
export function useOverwriting<Read extends object>(first: Read | undefined): (save: (began: { read?: Read }) => Promise<unknown>) => Promise<void> {
  const [read] = useState(first);
  const [isMeant, setIsMeant] = useState(false);
  return async (save) => {
    try {
      await save(isMeant || read === undefined ? {} : { read });
    } catch (error) {
      if (isConflict(error) && fieldErrorsOf(error).length > 0) setIsMeant(true);
      throw error;
    }
  };
}
