import { z } from 'zod';
import { answerEntry } from './answer.ts';
import { id, instant, optionalText } from './fields.ts';
import { ENTRIES_PER_IMPORT, POINT_TEXT_MAX } from './limits.ts';
import { correctionEntry } from './self-correction.ts';

const importFields = {
  /** Who filled it in, as the ZIP says. */
  employeeId: id,
  deptTaskId: id,
  /** Tells what would become of each entry, and stores nothing. */
  isDryRun: z.boolean(),
};
const entriesOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.array(entry).min(1, '没有要导入的内容').max(ENTRIES_PER_IMPORT, `一次最多导入 ${ENTRIES_PER_IMPORT} 项内容`);

/** Entries from a ZIP that a phone made of what waited on it, of one department task. Safe to repeat. */
export const answersToImport = z.object({ ...importFields, entries: entriesOf(answerEntry) });
export type AnswersToImport = z.infer<typeof answersToImport>;

export const correctionsToImport = z.object({
  /** The self-correction. */
  id,
  ...importFields,
  entries: entriesOf(correctionEntry.safeExtend({ content: optionalText(POINT_TEXT_MAX) })),
});
export type CorrectionsToImport = z.infer<typeof correctionsToImport>;

export const submissionToImport = z.object({ ...importFields, id, submittedAt: instant, returnedAt: instant.nullable().default(null), withdrawnAt: instant.nullable().default(null) });
export type SubmissionToImport = z.infer<typeof submissionToImport>;

/**
 * What became of one entry, or would in a dry run.
 * - `taken`: holds now, as if the phone had sent it.
 * - `known`: the server had it already.
 * - `late`: waits as late work for an administrator's decision; `reason` says why.
 * - `rejected`: can never be taken; `reason` says why.
 * - `photosMissing`: nothing stored yet; upload `missingPhotos`, then send the same entry again.
 */
const importOutcome = z.object({
  id: z.string(),
  outcome: z.enum(['taken', 'known', 'late', 'rejected', 'photosMissing']),
  reason: z.string().optional(),
  /** Also in a dry run, beside what would become of the entry once they are there. */
  missingPhotos: z.array(z.string()).optional(),
});
export type ImportOutcome = z.infer<typeof importOutcome>;
export const importedEntries = z.object({ outcomes: z.array(importOutcome) });
export type ImportedEntries = z.infer<typeof importedEntries>;
