/**
 * What was delivered stays on this phone as a row, and goes once the copy of its task or self-correction that is stored
 * here says as much: with whatever ends the app in between, the screen never shows less than it did.
 */
import type { SelfCorrectionDetail } from '#contract/self-correction.ts';
import type { DeptTaskDetail } from '#contract/task.ts';
import type { ReadRows, WriteRows } from '@/offline/storage/database.ts';
import {
  ANSWER_PREFIX,
  answerKey,
  copyKey,
  copyPrefix,
  CORRECTION_PREFIX,
  correctionKey,
  LAST_PLACE_KEY,
  PLACE_PREFIX,
  SUBMITTED_PREFIX,
  submittedKey,
  type AnswerRow,
  type CopyRow,
  type CorrectionRow,
  type HeldRow,
  type Row,
  type SubmittedRow,
} from '@/offline/storage/rows.ts';
import { serverRevision } from './answer-view.ts';
import { isSubmissionIn } from './submission-view.ts';

/** Kinds of copies that something is filled in with. */
export type FilledCopy = 'task' | 'correction';

/** What of a detail tells whether it says as much as a row. */
export type TaskToCompare = Pick<DeptTaskDetail, 'status' | 'returnedAt' | 'withdrawnAt'> & { points: readonly Pick<DeptTaskDetail['points'][number], 'pointId' | 'answer' | 'clearedRevision'>[] };
export type CorrectionToCompare = { items: readonly Pick<SelfCorrectionDetail['items'][number], 'itemId' | 'revision'>[] };

interface DeliveredKind<Stored extends Row, Detail> {
  prefix: string;
  /** The task, or the self-correction, that a row is about. */
  idOf(row: Stored): string;
  keyOf(row: Stored): string;
  /** False while something of it waits for the server. */
  isDelivered(row: Stored): boolean;
  /** Tells of rows whether the screen shows the same with the detail alone. */
  saidBy(detail: Detail): (row: Stored) => boolean;
}

const hasNoEntry = ({ entryId }: HeldRow): boolean => entryId === null;
/** @param revisions of what the detail has, by the id of a point or an item */
const isNotNewer = ({ confirmed }: HeldRow, revisions: ReadonlyMap<string, number>, id: string): boolean => (revisions.get(id) ?? 0) >= (confirmed?.revision ?? 0);

const answers: DeliveredKind<AnswerRow, TaskToCompare> = {
  prefix: ANSWER_PREFIX,
  idOf: (row) => row.deptTaskId,
  keyOf: (row) => answerKey(row.deptTaskId, row.pointId),
  isDelivered: hasNoEntry,
  saidBy: ({ points }) => {
    const revisions = new Map(points.map((point) => [point.pointId, serverRevision(point)]));
    return (row) => isNotNewer(row, revisions, row.pointId);
  },
};

const submissions: DeliveredKind<SubmittedRow, TaskToCompare> = {
  prefix: SUBMITTED_PREFIX,
  idOf: (row) => row.deptTaskId,
  keyOf: (row) => submittedKey(row.deptTaskId),
  isDelivered: () => true,
  saidBy: (detail) => (row) => isSubmissionIn(detail, row),
};

const corrections: DeliveredKind<CorrectionRow, CorrectionToCompare> = {
  prefix: CORRECTION_PREFIX,
  idOf: (row) => row.correctionId,
  keyOf: (row) => correctionKey(row.correctionId, row.itemId),
  isDelivered: hasNoEntry,
  saidBy: ({ items }) => {
    const revisions = new Map(items.map(({ itemId, revision }) => [itemId, revision]));
    return (row) => isNotNewer(row, revisions, row.itemId);
  },
};

/** By what a copy is of, the kinds of rows that are laid over it. */
const kinds = { task: [answers, submissions], correction: [corrections] } as unknown as Record<FilledCopy, DeliveredKind<Row, unknown>[]>;

/** By id, what the screen shows of closed things; of one that the server shows no more, undefined. */
export type Closed = ReadonlyMap<string, TaskToCompare | CorrectionToCompare | undefined>;

/** What this phone still holds something of that the server confirmed. */
export async function deliveredIds(rows: ReadRows, copies: FilledCopy): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const kind of kinds[copies]) {
    for (const row of await rows.list<Row>(kind.prefix)) if (kind.isDelivered(row)) ids.add(kind.idOf(row));
  }
  return ids;
}

/**
 * Removes what was delivered of things that are closed, where both what the screen shows and the copy that is stored say
 * as much, or the server shows the thing no more; then copies that nobody needs. Anything that waits, failed or is in
 * conflict stays, whatever became of its task, and so does the copy that it is read with.
 */
export async function pruneDelivered(rows: WriteRows, copies: FilledCopy, open: readonly string[], closed: Closed): Promise<void> {
  const needed = new Set(open);
  const stored = new Map<string, unknown>();
  for (const id of closed.keys()) stored.set(id, (await rows.get<CopyRow>(copyKey(copies, id)))?.data);
  for (const kind of kinds[copies]) {
    const saidBy = new Map([...closed].map(([id, shown]) => [id, isSaid(kind, shown, stored.get(id))]));
    for (const row of await rows.list<Row>(kind.prefix)) {
      const id = kind.idOf(row);
      if (!kind.isDelivered(row)) needed.add(id);
      else if (saidBy.get(id)?.(row)) rows.remove(kind.keyOf(row));
    }
  }
  await pruneCopies(rows, copyPrefix(copies), needed);
}

function isSaid(kind: DeliveredKind<Row, unknown>, shown: unknown, stored: unknown): (row: Row) => boolean {
  if (shown === undefined) return () => true;
  if (stored === undefined) return () => false;
  const isShown = kind.saidBy(shown);
  const isStored = kind.saidBy(stored);
  return (row) => isShown(row) && isStored(row);
}

const CLOSED_STAYS_MS = 24 * 60 * 60 * 1000;

/** What was just closed may be opened, and even changed, once more: its copy stays for a day. */
async function pruneCopies(rows: WriteRows, prefix: string, needed: ReadonlySet<string>): Promise<void> {
  const since = new Date(Date.now() - CLOSED_STAYS_MS).toISOString();
  for (const key of await rows.keys(prefix)) {
    if (needed.has(key.slice(prefix.length))) continue;
    const copy = await rows.get<CopyRow>(key);
    if (copy === undefined || copy.keptAt < since) rows.remove(key);
  }
}

/** For whoever leaves this phone: of what was entered, all goes that the server has. What waits stays, with what belongs to it. */
export async function removeDelivered(rows: WriteRows): Promise<void> {
  for (const kind of Object.values(kinds).flat()) {
    for (const row of await rows.list<Row>(kind.prefix)) if (kind.isDelivered(row)) rows.remove(kind.keyOf(row));
  }
  for (const key of [...(await rows.keys(PLACE_PREFIX)), LAST_PLACE_KEY]) rows.remove(key);
}
