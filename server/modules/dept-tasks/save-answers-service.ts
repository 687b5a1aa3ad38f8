import type { AnswerEntry, AnswersToSave, SavedAnswers } from '#contract/answer.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { seeingWhoWasQuicker } from '../../database/dialect.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { findMissingFiles } from '../files/file-service.ts';
import { plausibleTime } from '../phone-entries/entry-merge-service.ts';
import { mergeAnswers } from './answer-merge.ts';
import { changeCounts, insertHistory, listAnswers, listKnownEntries, updateAnswers } from './answer-repository.ts';
import { closedReason, holdOwnDeptTask } from './dept-task-access.ts';
import { toAnswer } from './dept-task-presenter.ts';

/**
 * Stores answers of a phone's outbox in one transaction and tells what became of each. Safe to repeat: an entry that was
 * stored before is answered as the first time.
 */
export function saveAnswers(context: ServerContext, caller: Caller, sent: AnswersToSave): Promise<SavedAnswers> {
  // The same entry may come in two requests for different department tasks at once.
  return seeingWhoWasQuicker(() => context.db.transaction().execute((trx) => saveWithin(trx, context, caller, sent)));
}

async function saveWithin(trx: Queryable, context: ServerContext, caller: Caller, sent: AnswersToSave): Promise<SavedAnswers> {
  const { dialect } = context;
  const at = context.now();
  const savedAt = at.toISOString();
  const { deptTask, task } = await holdOwnDeptTask(trx, dialect, caller, sent.deptTaskId);
  const entries = sent.entries.map((entry) => ({ ...entry, answeredAt: plausibleTime(entry.answeredAt, task.created_at, at) }));

  const answerRows = await listAnswers(trx, dialect, deptTask.id, distinct(entries, (entry) => entry.pointId));
  const knownRows = await listKnownEntries(trx, dialect, distinct(entries, (entry) => entry.id));
  const photos = new Set(entries.flatMap((entry) => entry.photos));
  const { outcomes, stored, changed, difference } = mergeAnswers(
    entries,
    {
      held: new Map(answerRows.map((row) => [row.point_id, toAnswer(row)])),
      known: new Map(
        knownRows.map((row) => [
          row.entry_id,
          {
            subjectId: row.point_id,
            revision: row.revision,
            isConflict: row.is_conflict === 1,
            isOwn: row.comp_no === caller.compNo && row.answered_by === caller.employeeId && row.dept_task_id === deptTask.id,
          },
        ]),
      ),
      missingPhotos: await findMissingFiles(trx, dialect, caller, photos),
      closedReason: await closedReason(trx, deptTask, task),
    },
    { employeeId: caller.employeeId, employeeName: caller.employeeName, savedAt },
  );

  if (stored.length > 0) {
    await insertHistory(
      trx,
      dialect,
      stored.map(({ entry, revision, isConflict }) => ({
        entry_id: entry.id,
        comp_no: caller.compNo,
        dept_task_id: deptTask.id,
        point_id: entry.pointId,
        result: entry.result,
        remark: entry.remark,
        photos: JSON.stringify(entry.photos),
        answered_by: caller.employeeId,
        answered_at: entry.answeredAt,
        saved_at: savedAt,
        revision,
        is_conflict: isConflict ? 1 : 0,
      })),
    );
    await updateAnswers(
      trx,
      dialect,
      deptTask.id,
      changed.map((answer) => ({
        point_id: answer.pointId,
        result: answer.result,
        remark: answer.remark,
        photos: JSON.stringify(answer.photos),
        answered_by: answer.answeredBy,
        answered_at: answer.answeredAt,
        saved_at: answer.savedAt,
        revision: answer.revision,
      })),
    );
    if (changed.length > 0) await changeCounts(trx, deptTask.id, difference);
    const conflicts = stored.filter((entry) => entry.isConflict).length;
    const summary = `保存自查结果 ${stored.length} 项${conflicts > 0 ? `，其中冲突 ${conflicts} 项` : ''}：${task.task_name}`;
    await recordAudit(trx, caller, { action: 'answer.save', objectType: 'deptTask', objectId: deptTask.id, summary }, at);
  }
  return { outcomes, answeredCount: deptTask.answered_count + difference.answered, pointCount: deptTask.point_count };
}

const distinct = (entries: readonly AnswerEntry[], keyOf: (entry: AnswerEntry) => string): string[] => [...new Set(entries.map(keyOf))];
