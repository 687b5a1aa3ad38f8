import type { AnswerEntry, EntryOutcome, HeldAnswer } from '#contract/answer.ts';
import { CLEARED, type GivenResult, isJudged, type Result } from '#contract/result.ts';
import { isSameAnswer } from '#contract/same-value.ts';
import { addSums, NO_SUMS, type ScoredPoint, type ScoreSums, sumsOf } from '#contract/score.ts';
import { type MergeState, mergePhoneEntries, type StoredEntry } from '../phone-entries/entry-merge-service.ts';

export interface AnswerMerge {
  /** One for each entry, in their order. */
  outcomes: EntryOutcome[];
  /** What goes into the history. */
  stored: StoredEntry<AnswerEntry>[];
  /** The last value of each point that changed. */
  changed: HeldAnswer[];
  /** How the counts of the department task change. */
  difference: CountDifference;
}

export interface CountDifference extends ScoreSums {
  answered: number;
  unqualified: number;
  judged: number;
}

/** What the merge looks at, with the weight and mark of each point that an entry is about. */
interface AnswerMergeState extends MergeState<AnswerEntry, HeldAnswer> {
  scored: ReadonlyMap<string, ScoredPoint>;
}

/**
 * Decides what becomes of the answers of one save, point by point.
 * @param author who sends, and the server's time
 */
export function mergeAnswers(
  entries: readonly AnswerEntry[],
  state: AnswerMergeState,
  author: { employeeId: string; employeeName: string; savedAt: string },
): AnswerMerge {
  const { decisions, stored, changed } = mergePhoneEntries<AnswerEntry, HeldAnswer>(entries, state, {
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
    isOpen: (held) => held.result === CLEARED,
    unknownSubject: '检查要点不在本任务中',
  });

  const difference: CountDifference = { answered: 0, unqualified: 0, judged: 0, ...NO_SUMS };
  for (const answer of changed.values()) {
    const before = resultOf(state.held.get(answer.pointId)?.result);
    const after = resultOf(answer.result);
    const scored = state.scored.get(answer.pointId) ?? {};
    difference.answered += Number(after !== undefined) - Number(before !== undefined);
    difference.unqualified += Number(after === 'unqualified') - Number(before === 'unqualified');
    difference.judged += Number(after !== undefined && isJudged(after)) - Number(before !== undefined && isJudged(before));
    addSums(difference, sumsOf(scored, after));
    addSums(difference, sumsOf(scored, before), -1);
  }
  const outcomes = decisions.map(({ entry, decision }) => ({
    id: entry.id,
    pointId: entry.pointId,
    ...decision,
    ...(decision.outcome === 'rejected' && decision.reason === state.closedReason && { isClosed: true as const }),
  }));
  return { outcomes, stored, changed: [...changed.values()], difference };
}

const resultOf = (given: GivenResult | undefined): Result | undefined => (given === CLEARED ? undefined : given);
