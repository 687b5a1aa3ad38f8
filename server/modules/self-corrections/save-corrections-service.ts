import type { CorrectionsToSave, SavedCorrections } from '#contract/self-correction.ts';
import { type Caller, mayFillIn, mayRead } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { seeingWhoWasQuicker } from '../../database/dialect.ts';
import { forbidden, notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { countText } from '../daily-use/daily-use-service.ts';
import { findMissingFiles, keepFiles } from '../files/file-service.ts';
import { itemOf, mustHave, splitLate } from '../phone-entries/late-entry-service.ts';
import { correctionClosedReason, holdCorrectionWithItems, storeCorrections } from './correction-entry-service.ts';
import { statusOf } from './self-correction-presenter.ts';

/**
 * Stores corrections of a phone's outbox in one transaction and tells what became of each, as `saveAnswers` does. When the
 * last item is 已整改, so is the whole, and its department task is 已完成. Safe to repeat.
 */
export function saveCorrections(context: ServerContext, caller: Caller, sent: CorrectionsToSave): Promise<SavedCorrections> {
  // The same entry may come in two requests for different self-corrections at once.
  return seeingWhoWasQuicker(() => context.db.transaction().execute((trx) => saveWithin(trx, context, caller, sent)));
}

async function saveWithin(trx: Queryable, context: ServerContext, caller: Caller, sent: CorrectionsToSave): Promise<SavedCorrections> {
  const at = context.now();
  const found = await holdCorrectionWithItems(trx, context, caller.compNo, sent.id);
  if (found === undefined) throw notFound();
  const { correction, items } = found;
  const { fresh: entries, late } = await splitLate(trx, context, caller, sent.entries, ({ itemId }) =>
    itemOf(correction.dept_task_id, correction.id, itemId),
  );
  // Whoever has left the department no longer reads it, but may know that the server has what the phone sends.
  if (entries.length > 0 || [...late.values()].some(({ outcome }) => outcome === 'rejected')) {
    if (!mayRead(caller, correction)) throw notFound();
    if (!mayFillIn(caller, correction)) throw forbidden();
  }
  const { decisions, stored, progress } = await storeCorrections(trx, context, {
    author: { ...caller, importedBy: null },
    correction,
    items,
    entries,
    missingPhotos: await findMissingFiles(trx, context.dialect, caller, new Set(entries.flatMap((entry) => entry.photosAfter))),
    closedReason: correctionClosedReason(correction),
    at,
    mustChange: true,
  });
  if (stored.length > 0) {
    await countText(trx, { ...caller, at }, stored);
    await keepFiles(trx, context.dialect, caller.compNo, stored.flatMap(({ entry }) => entry.photosAfter));
    const conflicts = stored.filter((entry) => entry.isConflict).length;
    const summary = `保存自纠整改 ${stored.length} 项${conflicts > 0 ? `，其中冲突 ${conflicts} 项` : ''}，已整改 ${progress.correctedCount}/${progress.itemCount}：${correction.task_name}`;
    await recordAudit(trx, caller, { action: 'selfCorrection.save', objectType: 'selfCorrection', objectId: correction.id, summary }, at);
  }
  const handled = new Map(decisions.map(({ entry, decision }) => [entry.id, decision]));
  return {
    outcomes: sent.entries.map(({ id, itemId }) => ({ id, itemId, ...mustHave(id, handled.get(id) ?? late.get(id)) })),
    status: statusOf({ ...correction, corrected_at: progress.correctedAt }),
    itemCount: progress.itemCount,
    correctedCount: progress.correctedCount,
  };
}
