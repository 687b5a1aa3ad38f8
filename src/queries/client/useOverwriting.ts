import { useState } from 'react';
import { isConflict } from './conflict.ts';
import { fieldErrorsOf } from './field-errors.ts';

/**
 * Saves a change with what the form began with, which the server compares. Once it has said at the fields what somebody else
 * put there meanwhile, the next save means it.
 * @param first by field, as the form began, whatever is read anew behind it; undefined where nothing is changed
 * @param takeOver puts what the server has by then into a form that sends only what was changed, and gives it by field
 */
export function useOverwriting<Read extends object>(
  first: Read | undefined,
  takeOver?: () => Promise<Read | undefined>,
): (save: (began: { read?: Read }) => Promise<unknown>) => Promise<void> {
  const [read, setRead] = useState(first);
  return async (save) => {
    try {
      await save(read === undefined ? {} : { read });
    } catch (error) {
      // Where it cannot be read now, the next save overwrites whatever is there.
      if (isConflict(error) && fieldErrorsOf(error).length > 0) setRead(await takeOver?.().catch(() => undefined));
      throw error;
    }
  };
}
