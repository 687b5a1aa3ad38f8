import { z } from 'zod';
import { answerValue } from './answer.ts';
import { id, instant, requiredText, revision, sha256 } from './fields.ts';
import { correctionValue } from './self-correction.ts';

const entryFields = {
  /** The outbox entry's: by it the server knows what it has already. */
  id,
  deptTaskId: id,
  taskName: z.string(),
  createdAt: instant,
};

export const exportedEntry = z.discriminatedUnion('kind', [
  z.object({ ...entryFields, kind: z.literal('answer'), pointId: id, content: z.string(), baseRevision: revision, value: answerValue }),
  z.object({
    ...entryFields,
    kind: z.literal('correction'),
    correctionId: id,
    itemId: id,
    content: z.string(),
    baseRevision: revision,
    value: correctionValue,
  }),
  z.object({ ...entryFields, kind: z.literal('submit'), submittedAt: instant, returnedAt: instant.nullable(), withdrawnAt: instant.nullable().optional() }),
]);
export type ExportedEntry = z.infer<typeof exportedEntry>;

/**
 * `entries.json` in the ZIP that a phone makes of what waits in its outbox; beside it lie the photos, and a table for people.
 * A shape that changes gets another version: a ZIP may be brought in long after it was made.
 */
export const waitingExport = z.object({
  version: z.literal(1),
  compNo: requiredText(64),
  employeeId: id,
  employeeName: z.string(),
  deptName: z.string(),
  exportedAt: instant,
  /** Where in the ZIP a photo lies; a photo that was not on the phone is not listed. */
  photos: z.array(z.object({ sha256, file: z.string() })),
  entries: z.array(exportedEntry),
});
export type WaitingExport = z.infer<typeof waitingExport>;
