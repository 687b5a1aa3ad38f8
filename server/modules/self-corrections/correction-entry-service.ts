import { shanghaiTime } from '#contract/calendar.ts';
import { isCorrectionChangeable } from '#contract/correction-status.ts';
import { isSameCorrection, isUnchangedReturn } from '#contract/same-value.ts';
import type { CorrectionEntry, HeldCorrection } from '#contract/self-correction.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { believedTime, type EntryAuthor, type MergeResult, mergePhoneEntries, plausibleTime } from '../phone-entries/entry-merge-service.ts';
import { type HeldItemRow, insertHistory, listHeldItems, listItemIds, listKnownEntries, listRemovedItems, updateItems, writeProgress } from './correction-item-repository.ts';
import { statusOf, toHeld } from './self-correction-presenter.ts';
import { holdCorrection, type ListedCorrection } from './self-correction-repository.ts';

/** A self-correction of the company with its items, held until the transaction ends; undefined where there is none. */
export async function holdCorrectionWithItems(
  trx: Queryable,
  { dialect }: ServerContext,
  compNo: string,
  id: string,
): Promise<{ correction: ListedCorrection; items: HeldItemRow[] } | undefined> {
  const correction = await holdCorrection(trx, dialect, compNo, id);
  return correction === undefined ? undefined : { correction, items: await listHeldItems(trx, id) };
}

/** Entries about corrections that were stored before, whoever sent them. */
export const findKnownCorrections = (trx: Queryable, { dialect }: ServerContext, entryIds: readonly string[]) => listKnownEntries(trx, dialect, entryIds);

/** Those of these ids that items of the company's self-corrections have. */
export const findItemIds = async (trx: Queryable, { dialect }: ServerContext, compNo: string, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await listItemIds(trx, dialect, compNo, ids)).map(({ id }) => id));

/** Of items that went with a self-correction of the department task, by id: the check point that each was on. */
export const findRemovedPoints = async (trx: Queryable, { dialect }: ServerContext, deptTaskId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await listRemovedItems(trx, dialect, deptTaskId, ids)).map((row) => [row.id, row.point_id]));

interface Store {
  author: EntryAuthor;
  correction: ListedCorrection;
  items: readonly HeldItemRow[];
  entries: readonly CorrectionEntry[];
  missingPhotos: ReadonlySet<string>;
  /** Why nothing can be stored any more. */
  closedReason: string | undefined;
  at: Date;
  /** When the server got the entries, where that was before `at`: what waited for a decision is not late for that. */
  arrivedAt?: Date;
  /** A returned item must say something new to be 已整改 again; an administrator may decide otherwise. */
  mustChange?: boolean;
}

const UNCHANGED = '退回后没有修改，请先修改整改措施、责任人或照片，再标记已整改';

/** Merges entries into a self-correction that is held, and writes what changed. */
export async function storeCorrections(
  trx: Queryable,
  context: ServerContext,
  { author, correction, items, entries: sent, missingPhotos, closedReason, at, arrivedAt = at, mustChange = false }: Store,
): Promise<MergeResult<CorrectionEntry, HeldCorrection> & { progress: { itemCount: number; correctedCount: number; correctedAt: string | null } }> {
  const { dialect } = context;
  const savedAt = at.toISOString();
  const entries = sent.map((entry) => ({
    ...entry,
    correctedAt: entry.correctedAt === null ? null : plausibleTime(entry.correctedAt, correction.created_at, arrivedAt),
  }));
  const correctors = new Map(items.map((row) => [row.id, row.corrected_by]));
  const knownRows = await listKnownEntries(
    trx,
    dialect,
    entries.map((entry) => entry.id),
  );
  const merged = mergePhoneEntries<CorrectionEntry, HeldCorrection>(
    entries,
    {
      held: new Map(items.map((row) => [row.id, toHeld(row.id, row)])),
      known: new Map(
        knownRows.map((row) => [
          row.entry_id,
          {
            subjectId: row.item_id,
            revision: row.revision,
            isConflict: row.is_conflict === 1,
            isOwn:
              row.comp_no === author.compNo &&
              row.saved_by === author.employeeId &&
              row.self_correction_id === correction.id &&
              row.return_reason === null,
            isSame: (entry) =>
              isSameCorrection({ ...row, photosAfter: JSON.parse(row.photos_after) as string[], correctedAt: row.corrected_at }, entry),
          },
        ]),
      ),
      missingPhotos,
      closedReason,
    },
    {
      subjectOf: (entry) => entry.itemId,
      photosOf: (entry) => entry.photosAfter,
      isSame: isSameCorrection,
      accept: (entry, revision, held) => ({
        itemId: entry.itemId,
        measures: entry.measures,
        responsible: entry.responsible,
        photosAfter: entry.photosAfter,
        correctedAt: entry.correctedAt === null ? null : markTime(entry.correctedAt, correction, held, arrivedAt),
        savedByName: author.employeeName,
        savedBy: author.employeeId,
        savedAt,
        revision,
        returnReason: held?.returnReason ?? null,
        returnedAt: held?.returnedAt ?? null,
      }),
      refusalOf: (entry, held) =>
        mustChange && entry.correctedAt !== null && held !== undefined && isUnchangedReturn(held, entry) ? UNCHANGED : undefined,
      unknownSubject: '整改项不在本自纠中',
    },
  );
  const { stored, changed } = merged;
  let progress = { itemCount: correction.item_count, correctedCount: correction.corrected_count, correctedAt: correction.corrected_at };
  if (stored.length > 0) {
    await insertHistory(
      trx,
      dialect,
      stored.map(({ entry, revision, isConflict }) => ({
        entry_id: entry.id,
        comp_no: author.compNo,
        self_correction_id: correction.id,
        item_id: entry.itemId,
        measures: entry.measures,
        responsible: entry.responsible,
        photos_after: JSON.stringify(entry.photosAfter),
        corrected_at: entry.correctedAt,
        saved_by: author.employeeId,
        saved_at: savedAt,
        revision,
        is_conflict: isConflict ? 1 : 0,
        imported_by: author.importedBy,
        return_reason: null,
        due_date: null,
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
        corrected_by: item.correctedAt === null ? null : (correctors.get(item.itemId) ?? author.employeeId),
        saved_by: author.employeeId,
        saved_at: savedAt,
        revision: item.revision,
        returned_at: item.returnedAt,
        return_reason: item.returnReason,
      })),
    );
    if (changed.size > 0) progress = await writeProgress(trx, correction.id);
  }
  return { ...merged, progress };
}

/** The first mark counts: who mends a word afterwards has not corrected it later. */
function markTime(marked: string, correction: ListedCorrection, held: HeldCorrection | undefined, arrivedAt: Date): string {
  if (held?.correctedAt != null) return held.correctedAt;
  const from = held?.returnedAt ?? correction.created_at;
  // An item may be returned while what came before waits for its decision: it is corrected again from then on, and no earlier.
  return believedTime(marked, from, new Date(Math.max(arrivedAt.getTime(), Date.parse(from))));
}

/** Why nothing can be changed any more, in words for the person; undefined while it can. */
export function correctionClosedReason(correction: ListedCorrection): string | undefined {
  if (isCorrectionChangeable(statusOf(correction))) return undefined;
  if (correction.cancelled_at !== null) return `任务已取消（${correction.cancel_reason ?? ''}）`;
  return `自纠已由 ${correction.confirmer_name ?? ''} 于 ${shanghaiTime(new Date(correction.confirmed_at ?? ''))} 确认`;
}

/** Whether an import of that entry would lose against what the item holds now. */
export const losesAgainst = (row: HeldItemRow, entry: CorrectionEntry): boolean =>
  entry.baseRevision < row.revision && !isSameCorrection(toHeld(row.id, row), entry);
