import { z } from 'zod';
import { id, wholeNumber } from './fields.ts';

export const importQuery = z.object({
  /** 1 checks only, 0 imports when every row is right. */
  dryRun: wholeNumber(0, 1, '只能为检查或导入').default(1),
  /** Made by the client for one file: an import that comes again under it is the same one, whose answer was lost. */
  importId: id.optional(),
});
export type ImportOrder = z.output<typeof importQuery>;

/** What is wrong with one cell. */
export const importError = z.object({
  /** As the spreadsheet counts: 1 is the row with the titles. */
  row: z.number(),
  /** The title of the column; empty where the row as a whole is meant. */
  column: z.string(),
  /** What stands in the cell, its beginning where it is long; empty for a password. */
  value: z.string(),
  message: z.string(),
});
export type ImportError = z.infer<typeof importError>;

export const importReport = z.object({
  /** Rows that are not empty, without the titles. */
  rowCount: z.number(),
  /** 0 after a check, and when anything is wrong: all rows are imported, or none. */
  importedCount: z.number(),
  errorCount: z.number(),
  /** The first ones, by their rows. */
  errors: z.array(importError),
  /** What may be meant so, and does not keep the rows from being imported; the first ones, by their rows. */
  warnings: z.array(importError),
});
export type ImportReport = z.infer<typeof importReport>;
