import { createHash } from 'node:crypto';
import type { ImportOrder } from '#contract/spreadsheet-import.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable } from '../../context.ts';
import { isAdministrator } from '../../database/company-rows.ts';
import { claimOperation, deleteOperation, findOperation, writeOperationAnswer } from '../../database/operations.ts';
import { conflict, forbidden } from '../../errors.ts';

/** An import as its client names it: a repeat has the same id, file and author. */
export interface ImportRun {
  id: string;
  kind: 'importCompanyAccount' | 'importCompanyDeptInfo' | 'importCompanyPoint';
  caller: Caller;
  fileHash: string;
}

/** @returns undefined for a check, and for an import that nobody could repeat */
export const toImportRun = (kind: ImportRun['kind'], caller: Caller, file: Uint8Array, { dryRun, importId }: ImportOrder): ImportRun | undefined =>
  dryRun === 1 || importId === undefined ? undefined : { id: importId, kind, caller, fileHash: createHash('sha256').update(file).digest('hex') };

/** Whether the import was done before, by the same person with the same file. */
export async function wasImported(db: Queryable, { id, kind, caller, fileHash }: ImportRun): Promise<boolean> {
  const operation = await findOperation(db, id);
  return operation?.kind === kind && operation.employee_id === caller.employeeId && operation.answer === fileHash;
}

/**
 * Within a transaction: imports the first time, and the next time answers what `again` says.
 * @param again when nothing else is to be done
 * @throws AppError when the id stands for another import, or the person is no administrator any more: a spreadsheet waits
 * for its turn and is read, and passwords are made, which may take a minute
 */
export async function importOnce<Report extends { importedCount: number }>(
  trx: Queryable,
  importedBy: Caller,
  run: ImportRun | undefined,
  at: Date,
  { first, again }: { first: () => Promise<Report>; again: () => Promise<Report> | Report },
): Promise<Report> {
  if (!(await isAdministrator(trx, importedBy.employeeId))) throw forbidden();
  if (run === undefined) return first();
  const { id, kind, caller, fileHash } = run;
  const isFirst = await claimOperation(trx, { id, comp_no: caller.compNo, employee_id: caller.employeeId, kind, created_at: at.toISOString() });
  if (!isFirst) {
    if (!(await wasImported(trx, run))) throw conflict('这次导入的编号已被使用，请重新选择文件后再导入');
    return again();
  }
  const report = await first();
  // Nothing was imported: once it is right, it may be sent again.
  if (report.importedCount === 0) await deleteOperation(trx, id);
  else await writeOperationAnswer(trx, id, fileHash);
  return report;
}
