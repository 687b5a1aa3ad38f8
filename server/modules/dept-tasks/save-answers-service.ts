import type { AnswersToSave, SavedAnswers } from '#contract/answer.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { seeingWhoWasQuicker } from '../../database/dialect.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { countText } from '../daily-use/daily-use-service.ts';
import { findMissingFiles, keepFiles } from '../files/file-service.ts';
import { mustHave, pointOf, splitLate } from '../phone-entries/late-entry-service.ts';
import { storeAnswers } from './answer-entry-service.ts';
import { endReturn } from './answer-repository.ts';
import { closedReason, holdDeptTaskWithTask, holdOwnDeptTask } from './dept-task-access.ts';

/**
 * Stores answers of a phone's outbox in one transaction and tells what became of each. Safe to repeat: an entry that was
 * stored before is answered as the first time.
 */
export function saveAnswers(context: ServerContext, caller: Caller, sent: AnswersToSave): Promise<SavedAnswers> {
  // The same entry may come in two requests for different department tasks at once.
  return seeingWhoWasQuicker(() => context.db.transaction().execute((trx) => saveWithin(trx, context, caller, sent)));
}

async function saveWithin(trx: Queryable, context: ServerContext, caller: Caller, sent: AnswersToSave): Promise<SavedAnswers> {
  const at = context.now();
  const { fresh: entries, late } = await splitLate(trx, context, caller, sent.entries, ({ pointId }) => pointOf(sent.deptTaskId, pointId));
  // Whoever has left the department no longer reads the task, but may know that it has what the phone sends.
  const isKnown = entries.length === 0 && [...late.values()].every(({ outcome }) => outcome === 'handedIn');
  const { deptTask, task } = isKnown
    ? await holdDeptTaskWithTask(trx, context.dialect, caller.compNo, sent.deptTaskId)
    : await holdOwnDeptTask(trx, context.dialect, caller, sent.deptTaskId);
  const { outcomes, stored, changed, difference } = await storeAnswers(trx, context, {
    author: { ...caller, importedBy: null },
    deptTask,
    task,
    entries,
    missingPhotos: await findMissingFiles(trx, context.dialect, caller, new Set(entries.flatMap((entry) => entry.photos))),
    closedReason: await closedReason(trx, deptTask, task),
    at,
  });
  // What an administrator lets in, late or from a ZIP, ends no return: the department may not have looked at it yet.
  if (deptTask.is_returned === 1 && changed.length > 0) await endReturn(trx, deptTask.id);
  if (stored.length > 0) {
    await countText(trx, { ...caller, at }, stored);
    await keepFiles(trx, context.dialect, caller.compNo, stored.flatMap(({ entry }) => entry.photos));
    const conflicts = stored.filter((entry) => entry.isConflict).length;
    const summary = `保存自查结果 ${stored.length} 项${conflicts > 0 ? `，其中冲突 ${conflicts} 项` : ''}：${task.task_name}`;
    await recordAudit(trx, caller, { action: 'answer.save', objectType: 'deptTask', objectId: deptTask.id, summary }, at);
  }
  const stores = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return {
    outcomes: sent.entries.map(({ id, pointId }) => ({ id, pointId, ...mustHave(id, stores.get(id) ?? late.get(id)) })),
    answeredCount: deptTask.answered_count + difference.answered,
    pointCount: deptTask.point_count,
  };
}
