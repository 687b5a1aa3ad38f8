import { shanghaiTime } from '#contract/calendar.ts';
import { isCorrectionChangeable } from '#contract/correction-status.ts';
import type { CorrectionEntry, CorrectionsToSave, HeldCorrection, SavedCorrections } from '#contract/self-correction.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { seeingWhoWasQuicker } from '../../database/dialect.ts';
import { forbidden, notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { findMissingFiles } from '../files/file-service.ts';
import { believedTime, mergePhoneEntries, plausibleTime } from '../phone-entries/entry-merge-service.ts';
import { insertHistory, listHeldItems, listKnownEntries, updateItems, writeProgress } from './correction-item-repository.ts';
import { mayFillIn, mayRead } from './self-correction-policy.ts';
import { statusOf, toHeld } from './self-correction-presenter.ts';
import { holdCorrection, type ListedCorrection } from './self-correction-repository.ts';

/**
 * Stores corrections of a phone's outbox in one transaction and tells what became of each, as `saveAnswers` does. When the
 * last item is 已整改, so is the whole, and its department task is 已完成. Safe to repeat.
 */
export function saveCorrections(context: ServerContext, caller: Caller, sent: CorrectionsToSave): Promise<SavedCorrections> {
  // The same entry may come in two requests for different self-corrections at once.
  return seeingWhoWasQuicker(() => context.db.transaction().execute((trx) => saveWithin(trx, context, caller, sent)));
}

async function saveWithin(trx: Queryable, context: ServerContext, caller: Caller, sent: CorrectionsToSave): Promise<SavedCorrections> {
  const { dialect } = context;
  const at = context.now();
  const savedAt = at.toISOString();
  const correction = await holdCorrection(trx, dialect, caller.compNo, sent.id);
  if (correction === undefined || !mayRead(caller, correction)) throw notFound();
  if (!mayFillIn(caller, correction)) throw forbidden();
  const entries = sent.entries.map((entry) => ({
    ...entry,
    correctedAt: entry.correctedAt === null ? null : plausibleTime(entry.correctedAt, correction.created_at, at),
  }));

  const itemRows = await listHeldItems(trx, correction.id);
  const correctors = new Map(itemRows.map((row) => [row.id, row.corrected_by]));
  const knownRows = await listKnownEntries(
    trx,
    dialect,
    entries.map((entry) => entry.id),
  );
  const { decisions, stored, changed } = mergePhoneEntries<CorrectionEntry, HeldCorrection>(
    entries,
    {
      held: new Map(itemRows.map((row) => [row.id, toHeld(row.id, row)])),
      known: new Map(
        knownRows.map((row) => [
          row.entry_id,
          {
            subjectId: row.item_id,
            revision: row.revision,
            isConflict: row.is_conflict === 1,
            isOwn:
              row.comp_no === caller.compNo &&
              row.saved_by === caller.employeeId &&
              row.self_correction_id === correction.id &&
              row.return_reason === null,
          },
        ]),
      ),
      missingPhotos: await findMissingFiles(trx, dialect, caller, new Set(entries.flatMap((entry) => entry.photosAfter))),
      closedReason: closedReason(correction),
    },
    {
      subjectOf: (entry) => entry.itemId,
      photosOf: (entry) => entry.photosAfter,
      isSame: isSameValue,
      accept: (entry, revision, held) => ({
        itemId: entry.itemId,
        measures: entry.measures,
        responsible: entry.responsible,
        photosAfter: entry.photosAfter,
        correctedAt: entry.correctedAt === null ? null : markTime(entry.correctedAt, correction, held, at),
        savedByName: caller.employeeName,
        savedAt,
        revision,
        returnReason: held?.returnReason ?? null,
        returnedAt: held?.returnedAt ?? null,
      }),
      unknownSubject: '整改项不在本自纠中',
    },
  );

  let progress = { itemCount: correction.item_count, correctedCount: correction.corrected_count, correctedAt: correction.corrected_at };
  if (stored.length > 0) {
    await insertHistory(
      trx,
      dialect,
      stored.map(({ entry, revision, isConflict }) => ({
        entry_id: entry.id,
        comp_no: caller.compNo,
        self_correction_id: correction.id,
        item_id: entry.itemId,
        measures: entry.measures,
        responsible: entry.responsible,
        photos_after: JSON.stringify(entry.photosAfter),
        corrected_at: entry.correctedAt,
        saved_by: caller.employeeId,
        saved_at: savedAt,
        revision,
        is_conflict: isConflict ? 1 : 0,
        return_reason: null,
      })),
    );
    await updateItems(
      trx,
      dialect,
      correction.id,
      [...changed.values()].map((item) => ({
        id: item.itemId,
        measures: item.measures,
        responsible: item.responsible,
        photos_after: JSON.stringify(item.photosAfter),
        corrected_at: item.correctedAt,
        corrected_by: item.correctedAt === null ? null : (correctors.get(item.itemId) ?? caller.employeeId),
        saved_by: caller.employeeId,
        saved_at: savedAt,
        revision: item.revision,
        returned_at: item.returnedAt,
        return_reason: item.returnReason,
      })),
    );
    if (changed.size > 0) progress = await writeProgress(trx, correction.id);
    const conflicts = stored.filter((entry) => entry.isConflict).length;
    const summary = `保存自纠整改 ${stored.length} 项${conflicts > 0 ? `，其中冲突 ${conflicts} 项` : ''}，已整改 ${progress.correctedCount}/${progress.itemCount}：${correction.task_name}`;
    await recordAudit(trx, caller, { action: 'selfCorrection.save', objectType: 'selfCorrection', objectId: correction.id, summary }, at);
  }
  return {
    outcomes: decisions.map(({ entry, decision }) => ({ id: entry.id, itemId: entry.itemId, ...decision })),
    status: statusOf({ ...correction, corrected_at: progress.correctedAt }),
    itemCount: progress.itemCount,
    correctedCount: progress.correctedCount,
  };
}

/** The first mark counts: who mends a word afterwards has not corrected it later. */
const markTime = (marked: string, correction: ListedCorrection, held: HeldCorrection | undefined, now: Date): string =>
  held?.correctedAt ?? believedTime(marked, held?.returnedAt ?? correction.created_at, now);

/** Why nothing can be changed any more, in words for the person; undefined while it can. */
function closedReason(correction: ListedCorrection): string | undefined {
  if (isCorrectionChangeable(statusOf(correction))) return undefined;
  if (correction.cancelled_at !== null) return `任务已取消（${correction.cancel_reason ?? ''}）`;
  return `自纠已由 ${correction.confirmer_name ?? ''} 于 ${shanghaiTime(new Date(correction.confirmed_at ?? ''))} 确认`;
}

/** When an item was marked may differ by the two phones' clocks; whether it was may not. */
const isSameValue = (held: HeldCorrection, entry: CorrectionEntry): boolean =>
  held.measures === entry.measures &&
  held.responsible === entry.responsible &&
  (held.correctedAt === null) === (entry.correctedAt === null) &&
  held.photosAfter.length === entry.photosAfter.length &&
  held.photosAfter.every((photo, position) => photo === entry.photosAfter[position]);
