import { useState } from 'react';
import { showFirstProblem } from './show-first-problem.ts';

/**
 * What `FormProblem` shows. To say it also leads there: it stands at the end of its form, where a button that stays in sight
 * would otherwise seem to do nothing.
 */
export function useFormProblem<Problem = string>(): [Problem | undefined, (found: Problem | undefined) => void] {
  const [problem, setProblem] = useState<Problem>();
  const say = (found: Problem | undefined): void => {
    setProblem(found);
    if (found !== undefined) showFirstProblem();
  };
  return [problem, say];
}
