/** Reads the first sheet of a workbook in a process of its own, which may run out of time or memory without harm to others. */
import { IMPORT_MAX_ROWS } from '#contract/limits.ts';
import { answerParent } from './ask-process.ts';
import { ArchiveError } from './unzip.ts';
import { readFirstSheet, type ReadSheet } from './workbook-cells.ts';

/** What this process answers: the sheet, or why there is none. */
export type WorkbookAnswer = { sheet: ReadSheet } | { problem: 'damaged' | 'tooLarge' };

const UNPACKED_MAX_BYTES = 40 * 1024 * 1024;
/** One for the titles. What is more is not imported, and need not be read. */
const LINES_MAX = IMPORT_MAX_ROWS + 1;

function answer(bytes: Uint8Array): WorkbookAnswer {
  try {
    return { sheet: readFirstSheet(Buffer.from(bytes), { maxBytes: UNPACKED_MAX_BYTES, maxLines: LINES_MAX }) };
  } catch (error) {
    return { problem: error instanceof ArchiveError ? error.kind : 'damaged' };
  }
}

answerParent(answer);
