import type { Answer, AnswerEntry, EntryOutcome } from '#contract/answer.ts';
import { isSameAnswer } from '#contract/same-value.ts';
import { type MergeState, mergePhoneEntries, type StoredEntry } from '../phone-entries/entry-merge-service.ts';

export interface AnswerMerge {
  /** One for each entry, in their order. */
  outcomes: EntryOutcome[];
  /** What goes into the history. */
  stored: StoredEntry<AnswerEntry>[];
  /** The last value of each point that changed. */
  changed: Answer[];
  /** How the counts of the department task change. */
  difference: { answered: number; unqualified: number };
}

/**
 * Decides what becomes of the answers of one save, point by point.
 * @param author who sends, and the server's time
 */
export function mergeAnswers(
  entries: readonly AnswerEntry[],
  state: MergeState<Answer>,
  author: { employeeId: string; employeeName: string; savedAt: string },
): AnswerMerge {
  const { decisions, stored, changed } = mergePhoneEntries<AnswerEntry, Answer>(entries, state, {
    subjectOf: (entry) => entry.pointId,
    photosOf: (entry) => entry.photos,
    isSame: isSameAnswer,
    accept: (entry, revision) => ({
      pointId: entry.pointId,
      result: entry.result,
      remark: entry.remark,
      photos: entry.photos,
      answeredBy: author.employeeId,
      answeredByName: author.employeeName,
      answeredAt: entry.answeredAt,
      savedAt: author.savedAt,
      revision,
    }),
    unknownSubject: '检查要点不在本任务中',
  });

  const difference = { answered: 0, unqualified: 0 };
  for (const answer of changed.values()) {
    const before = state.held.get(answer.pointId);
    if (before === undefined) difference.answered += 1;
    difference.unqualified += Number(answer.result === 'unqualified') - Number(before?.result === 'unqualified');
  }
  const outcomes = decisions.map(({ entry, decision }) => ({ id: entry.id, pointId: entry.pointId, ...decision }));
  return { outcomes, stored, changed: [...changed.values()], difference };
}
