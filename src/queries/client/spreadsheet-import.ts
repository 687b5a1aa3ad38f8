import { ApiError, isTransient } from '@/api/ApiError.ts';
import { type ImportCall, importSpreadsheet } from '@/api/workbooks.ts';
import { LostAnswerError } from '@/lib/LostAnswerError.ts';

export interface FileToImport {
  file: Blob;
  /** Stays the same when the file is sent again, so that the server knows a repeat. */
  importId: string;
}

/** @throws LostAnswerError when it may have been imported */
export async function runImport<Name extends ImportCall>(name: Name, { file, importId }: FileToImport) {
  try {
    return await importSpreadsheet(name, file, { dryRun: 0, importId });
  } catch (error) {
    throw error instanceof ApiError && isTransient(error) && !error.isUnsent ? new LostAnswerError(error.message) : error;
  }
}
