import { useEffect, useState } from 'react';
import { NO_NETWORK } from '@/lib/text/error-sentence.ts';
import { showFirstProblem } from './show-first-problem.ts';

/**
 * What `FormProblem` shows. To say it also leads there: it stands at the end of its form, where a button that stays in sight
 * would otherwise seem to do nothing. That there is no network is said until there is one.
 */
export function useFormProblem<Problem = string>(): [Problem | undefined, (found: Problem | undefined) => void] {
  const [problem, setProblem] = useState<Problem>();
  const isUnsent = typeof problem === 'string' && problem.startsWith(NO_NETWORK);
  useEffect(() => {
    if (!isUnsent) return undefined;
    const forget = (): void => setProblem(undefined);
    addEventListener('online', forget);
    return () => removeEventListener('online', forget);
  }, [isUnsent]);
  const say = (found: Problem | undefined): void => {
    setProblem(found);
    if (found !== undefined) showFirstProblem();
  };
  return [problem, say];
}
