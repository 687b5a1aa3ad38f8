import type { AnswerEntry } from '#contract/answer.ts';
import { CLEARED } from '#contract/result.ts';
import { isSameAnswer } from '#contract/same-value.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { type EntryAuthor, plausibleTime } from '../phone-entries/entry-merge-service.ts';
import { followVetoes } from '../severe-reports/open-reports-service.ts';
import { type AnswerMerge, mergeAnswers } from './answer-merge.ts';
import { type AnswerRow, changeCounts, insertHistory, listAnswers, listKnownEntries, updateAnswers } from './answer-repository.ts';
import type { TaskOfDeptTask } from './dept-task-access.ts';
import { toAnswer, toHeldAnswer } from './dept-task-presenter.ts';
import type { DeptTaskRow } from './dept-task-repository.ts';

interface Store {
  author: EntryAuthor;
  deptTask: DeptTaskRow;
  task: TaskOfDeptTask;
  entries: readonly AnswerEntry[];
  missingPhotos: ReadonlySet<string>;
  /** Why nothing can be stored any more. */
  closedReason: string | undefined;
  at: Date;
}

/** Merges entries into the answers of a department task that is held, and writes what changed. */
export async function storeAnswers(
  trx: Queryable,
  { dialect }: ServerContext,
  { author, deptTask, task, entries: sent, missingPhotos, closedReason, at }: Store,
): Promise<AnswerMerge> {
  const savedAt = at.toISOString();
  const entries = sent.map((entry) => ({ ...entry, answeredAt: plausibleTime(entry.answeredAt, task.created_at, at) }));
  const answerRows = await listAnswers(trx, dialect, deptTask.id, distinct(entries, (entry) => entry.pointId));
  const knownRows = await listKnownEntries(trx, dialect, distinct(entries, (entry) => entry.id));
  const merged = mergeAnswers(
    entries,
    {
      held: new Map(answerRows.map((row) => [row.point_id, toHeldAnswer(row)])),
      scored: new Map(answerRows.map(({ point_id: pointId, weight, mark }) => [pointId, { weight, mark }])),
      known: new Map(
        knownRows.map((row) => [
          row.entry_id,
          {
            subjectId: row.point_id,
            revision: row.revision,
            isConflict: row.is_conflict === 1,
            isOwn: row.comp_no === author.compNo && row.answered_by === author.employeeId && row.dept_task_id === deptTask.id,
            isSame: (entry) => isSameAnswer({ ...row, photos: JSON.parse(row.photos) as string[] }, entry),
          },
        ]),
      ),
      missingPhotos,
      closedReason,
    },
    { employeeId: author.employeeId, employeeName: author.employeeName, savedAt },
  );
  const { stored, changed, difference } = merged;
  if (stored.length > 0) {
    await insertHistory(
      trx,
      dialect,
      stored.map(({ entry, revision, isConflict }) => ({
        entry_id: entry.id,
        comp_no: author.compNo,
        dept_task_id: deptTask.id,
        point_id: entry.pointId,
        result: entry.result,
        remark: entry.remark,
        photos: JSON.stringify(entry.photos),
        answered_by: author.employeeId,
        answered_at: entry.answeredAt,
        saved_at: savedAt,
        revision,
        is_conflict: isConflict ? 1 : 0,
        imported_by: author.importedBy,
      })),
    );
    await updateAnswers(
      trx,
      dialect,
      deptTask.id,
      changed.map((answer) => {
        const isCleared = answer.result === CLEARED;
        return {
          point_id: answer.pointId,
          result: isCleared ? null : answer.result,
          remark: answer.remark,
          photos: JSON.stringify(answer.photos),
          answered_by: isCleared ? null : answer.answeredBy,
          answered_at: isCleared ? null : answer.answeredAt,
          saved_at: isCleared ? null : answer.savedAt,
          revision: answer.revision,
        };
      }),
    );
    if (changed.length > 0) await changeCounts(trx, deptTask.id, difference);
    const vetoes = new Set(answerRows.filter(({ mark }) => mark === 'veto').map((row) => row.point_id));
    await followVetoes(
      trx,
      { dialect },
      { compNo: author.compNo, deptTaskId: deptTask.id, taskId: deptTask.task_id, taskName: task.task_name, at },
      changed.filter(({ pointId }) => vetoes.has(pointId)),
    );
  }
  return merged;
}

/** Whether an import of that entry would lose against the answer that is held now. */
export function losesAgainst(row: AnswerRow, entry: AnswerEntry): boolean {
  const held = toAnswer(row);
  return held !== undefined && entry.baseRevision < held.revision && !isSameAnswer(held, entry);
}

const distinct = (entries: readonly AnswerEntry[], keyOf: (entry: AnswerEntry) => string): string[] => [...new Set(entries.map(keyOf))];
