import type { AnswerHistory } from '#contract/answer.ts';
import type { SubmissionReturn } from '#contract/task.ts';

/** A value that a point had, or what was said of it when its submission came back. */
export type AnswerRecord =
  | { kind: 'value'; id: string; at: string; value: AnswerHistory }
  | { kind: 'return'; id: string; at: string; remark: string; returnedByName: string };

/** By point, the latest first; times are the server's. */
export function recordsByPoint(history: readonly AnswerHistory[], returns: readonly SubmissionReturn[]): ReadonlyMap<string, readonly AnswerRecord[]> {
  const values = history.map((value): [string, AnswerRecord] => [value.pointId, { kind: 'value', id: value.entryId, at: value.savedAt, value }]);
  const remarks = returns.flatMap(({ id, returnedAt: at, returnedByName, remarks: ofPoints }) =>
    ofPoints.map(({ pointId, remark }): [string, AnswerRecord] => [pointId, { kind: 'return', id, at, remark, returnedByName }]),
  );
  const byPoint = new Map<string, AnswerRecord[]>();
  // Values of the same instant keep the order in which the server has them.
  for (const [pointId, record] of [...remarks, ...values].sort(([, one], [, other]) => other.at.localeCompare(one.at))) {
    const records = byPoint.get(pointId);
    if (records) records.push(record);
    else byPoint.set(pointId, [record]);
  }
  return byPoint;
}
