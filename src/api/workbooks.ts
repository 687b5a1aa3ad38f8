/** Spreadsheets that are read and sent as a whole; their answers are the files themselves, without an envelope. */
import { apiPaths } from '#contract/api-paths.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { IMPORT_TIMEOUT_MS, SPREADSHEET_TYPE } from '#contract/limits.ts';
import { readBlob } from './files.ts';
import { sendSigned } from './send.ts';

/** The exported list of a task. */
export const exportCheckPointList = (query: CallInput<'exportCheckPointList'>['query']): Promise<Blob> =>
  readBlob({ method: 'GET', url: apiPaths.exportCheckPointList.path, params: query });

export const readImportTemplate = (name: 'deptImportTemplate' | 'accountImportTemplate' | 'pointImportTemplate'): Promise<Blob> =>
  readBlob({ method: 'GET', url: apiPaths[name].path });

/** The company's own check points, in the columns of the template. */
export const exportCompanyPoint = (): Promise<Blob> => readBlob({ method: 'GET', url: apiPaths.exportCompanyPoint.path });

export type ImportCall = 'importCompanyDeptInfo' | 'importCompanyAccount' | 'importCompanyPoint';

/** Checks a spreadsheet, or imports it when every row is right. */
export async function importSpreadsheet<Name extends ImportCall>(name: Name, file: Blob, query: CallInput<ImportCall>['query']): Promise<CallAnswer<Name>> {
  const { method, path } = apiPaths[name];
  const answer = await sendSigned(
    { method, url: path, params: query, data: file, headers: { 'content-type': SPREADSHEET_TYPE } },
    { timeoutMs: IMPORT_TIMEOUT_MS },
  );
  return (answer.body as Envelope<CallAnswer<Name>>).message;
}

/** The figures of a statistics screen as a workbook. */
export const readStatistics = <Name extends 'exportSelfCheckStat' | 'exportSelfDeclareStat'>(name: Name, query: CallInput<Name>['query']): Promise<Blob> =>
  readBlob({ method: 'GET', url: apiPaths[name].path, params: query });

/** 整改台账: the self-corrections of all departments as a workbook. */
export const readCorrectionLedger = (query: CallInput<'exportCompDeptSelfCorrect'>['query']): Promise<Blob> =>
  readBlob({ method: 'GET', url: apiPaths.exportCompDeptSelfCorrect.path, params: query });

/** The audit log as a workbook. */
export const readAudit = (query: CallInput<'exportAudit'>['query']): Promise<Blob> =>
  readBlob({ method: 'GET', url: apiPaths.exportAudit.path, params: query });
