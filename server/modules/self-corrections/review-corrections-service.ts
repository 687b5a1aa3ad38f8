import { v7 as uuidv7 } from 'uuid';
import { shanghaiDay } from '#contract/calendar.ts';
import { dueDateProblem } from '#contract/correction-due-date.ts';
import type { CallRequest } from '#contract/endpoints.ts';
import type { CorrectionsConfirmed } from '#contract/self-correction.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { once, partOf } from '../../database/operations.ts';
import { AppError, conflict, notFound, wrongField } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { announceReturnedCorrection } from '../notices/announcement-service.ts';
import { insertHistory, markConfirmed, setDueDate, updateItems, writeProgress } from './correction-item-repository.ts';
import { holdCorrection, type ListedCorrection, listItems } from './self-correction-repository.ts';

type Confirmation = CallRequest<'confirmSelfCorrect'>['body'];
type Return = CallRequest<'returnSelfCorrectItems'>['body'];

/** An administrator agrees with all that was corrected: from then on nothing of it changes. */
export async function confirmCorrection(context: ServerContext, caller: Caller, sent: Confirmation): Promise<void> {
  await once(context.db, caller.operation, async (trx) => {
    const now = context.now();
    const correction = await holdForReview(trx, context, caller, sent.id, '确认');
    if (correction.corrected_at === null) throw conflict(`还有 ${correction.item_count - correction.corrected_count} 项未整改，不能确认`);
    const items = await listItems(trx, correction.id);
    const version = items.reduce((sum, item) => sum + item.revision, 0);
    if (version !== sent.version) throw conflict('整改内容已有更新，请重新查看后再确认');
    await markConfirmed(trx, correction.id, { at: now.toISOString(), by: caller.employeeId });
    await recordAudit(
      trx,
      caller,
      {
        action: 'selfCorrection.confirm',
        objectType: 'selfCorrection',
        objectId: correction.id,
        summary: `确认自纠整改 ${correction.item_count} 项：${correction.dept_name}，${correction.task_name}`,
      },
      now,
    );
  });
}

/** Confirms several, each by itself: one that is refused keeps no other from it. */
export async function confirmCorrections(context: ServerContext, caller: Caller, sent: readonly Confirmation[]): Promise<CorrectionsConfirmed> {
  const outcomes: CorrectionsConfirmed['outcomes'] = [];
  for (const one of sent) {
    try {
      await confirmCorrection(context, { ...caller, operation: partOf(caller.operation, one.id) }, one);
      outcomes.push({ id: one.id, outcome: 'confirmed' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.push({ id: one.id, outcome: 'refused', reason: error.message });
    }
  }
  return { outcomes };
}

/** Gives single items back to the department, each with its reason: they are 待整改 again, until the day that is given; the others stay as they are. */
export async function returnCorrectionItems(context: ServerContext, caller: Caller, sent: Return): Promise<void> {
  const { dialect } = context;
  await once(context.db, caller.operation, async (trx) => {
    const now = context.now();
    const correction = await holdForReview(trx, context, caller, sent.id, '退回');
    const wrongDay = dueDateProblem(sent.dueDate, shanghaiDay(now));
    if (wrongDay !== undefined) throw wrongField('dueDate', wrongDay);
    const items = new Map((await listItems(trx, correction.id)).map((item) => [item.id, item]));
    const named = new Set<string>();
    const returned = sent.items.map(({ itemId, reason, revision }, position) => {
      const item = items.get(itemId);
      if (item === undefined) throw wrongField(`items.${position}.itemId`, '整改项不在本自纠中');
      if (named.has(itemId)) throw wrongField(`items.${position}.itemId`, '同一整改项不能退回两次');
      named.add(itemId);
      if (item.corrected_at === null) throw conflict(`第 ${item.seq} 项尚未整改，不能退回`);
      if (revision !== undefined && revision !== item.revision) throw conflict(`第 ${item.seq} 项的整改内容已有更新，请重新查看后再退回`);
      return { item, reason };
    });

    const at = now.toISOString();
    await updateItems(
      trx,
      dialect,
      correction.id,
      returned.map(({ item, reason }) => ({
        id: item.id,
        measures: item.measures,
        responsible: item.responsible,
        photos_after: item.photos_after,
        corrected_at: null,
        corrected_by: null,
        saved_by: caller.employeeId,
        saved_at: at,
        revision: item.revision + 1,
        returned_at: at,
        return_reason: reason,
      })),
    );
    await insertHistory(
      trx,
      dialect,
      returned.map(({ item, reason }) => ({
        entry_id: uuidv7(),
        comp_no: caller.compNo,
        self_correction_id: correction.id,
        item_id: item.id,
        measures: item.measures,
        responsible: item.responsible,
        photos_after: item.photos_after,
        corrected_at: null,
        saved_by: caller.employeeId,
        saved_at: at,
        revision: item.revision + 1,
        is_conflict: 0,
        imported_by: null,
        return_reason: reason,
        due_date: sent.dueDate,
      })),
    );
    await setDueDate(trx, dialect, correction.id, [...named], sent.dueDate);
    await writeProgress(trx, correction.id);
    await announceReturnedCorrection(
      trx,
      context,
      {
        objectId: correction.id,
        taskId: correction.task_id,
        deptId: correction.dept_id,
        taskName: correction.task_name,
        dueDate: sent.dueDate,
        reasons: returned.map(({ reason }) => reason),
      },
      { caller, now },
    );
    await recordAudit(
      trx,
      caller,
      {
        action: 'selfCorrection.return',
        objectType: 'selfCorrection',
        objectId: correction.id,
        summary: `退回自纠整改 ${returned.length} 项：${correction.dept_name}，${correction.task_name}，整改期限 ${sent.dueDate}`,
      },
      now,
    );
  });
}

async function holdForReview(trx: Queryable, context: ServerContext, caller: Caller, id: string, what: '确认' | '退回'): Promise<ListedCorrection> {
  const correction = await holdCorrection(trx, context.dialect, caller.compNo, id);
  if (correction === undefined) throw notFound();
  if (correction.cancelled_at !== null) throw conflict(`任务已取消，不能${what}`);
  if (correction.confirmed_at !== null) throw conflict(`该自纠已由 ${correction.confirmer_name ?? ''} 确认，不能${what}`);
  return correction;
}
