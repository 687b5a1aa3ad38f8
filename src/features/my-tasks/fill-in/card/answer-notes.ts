import { needsReason } from '#contract/score.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { MergedAnswer } from '@/offline/entries/answers.ts';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';

/** Remark and photos of an answer; no point has any before it is answered. */
export const AnswerNotes = lazyPart(async () => (await import('./AnswerNotes.tsx')).AnswerNotes);

export const hasNotes = (answer: MergedAnswer): boolean => answer.remark !== '' || answer.photos.length > 0;

/** Whether the card of a point shows them without being asked. */
export const showsNotes = (point: DeptTaskPoint, answer: MergedAnswer | null): boolean =>
  answer !== null && (hasNotes(answer) || needsReason(point, answer.result));
