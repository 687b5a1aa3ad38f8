import { apiPaths, fillPath } from '#contract/api-paths.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { UploadState } from '#contract/declaration.ts';
import type { StoredFile } from '#contract/file.ts';
import { IMPORT_TIMEOUT_MS, SPREADSHEET_TYPE } from '#contract/limits.ts';
import { lawAddress, type LawName } from '@/lib/law-address.ts';
import { sendSigned } from './send.ts';

export interface UploadOptions {
  signal?: AbortSignal;
  onProgress?: (sent: number, total: number) => void;
  timeoutMs?: number;
}

/** Large photos take longer than a call on a weak signal. */
const UPLOAD_LIMIT_MS = 120_000;

/** Stores bytes under their SHA-256 on the server. Safe to call again: the same bytes are the same file. */
export async function uploadFile(sha256: string, bytes: ArrayBuffer, type: string, options: UploadOptions = {}): Promise<StoredFile> {
  const { method, path } = apiPaths.uploadFile;
  const answer = await sendSigned(
    { method, url: fillPath(path, { sha256 }), data: new Blob([bytes], { type }), headers: { 'content-type': type } },
    { timeoutMs: UPLOAD_LIMIT_MS, ...options },
  );
  return (answer.body as Envelope<StoredFile>).message;
}

/** Which pieces of a file the server has. */
export async function readUploadState(sha256: string, size: number, signal?: AbortSignal): Promise<UploadState> {
  const answer = await sendSigned(
    { method: 'GET', url: fillPath(apiPaths.readUploadState.path, { sha256 }), params: { size } },
    { signal },
  );
  return (answer.body as Envelope<UploadState>).message;
}

/**
 * Sends one piece; `onProgress` counts its bytes. Safe to call again.
 * @throws ApiError, as for the whole file when the last piece completed it and it is not what it should be
 */
export async function uploadPiece(
  { sha256, size, index }: { sha256: string; size: number; index: number },
  piece: ArrayBuffer,
  options: UploadOptions = {},
): Promise<UploadState> {
  const { method, path } = apiPaths.uploadPiece;
  const answer = await sendSigned(
    { method, url: fillPath(path, { sha256 }), params: { size, index }, data: new Blob([piece]), headers: { 'content-type': 'application/octet-stream' } },
    { timeoutMs: UPLOAD_LIMIT_MS, ...options },
  );
  return (answer.body as Envelope<UploadState>).message;
}

/** One attachment of a declaration, or its signature. */
export const readDeclarationFile = (type: number, fileId: string, signal?: AbortSignal): Promise<Blob> =>
  readBlob({ method: 'GET', url: fillPath(apiPaths.readSelfDeclareFile.path, { type: String(type), id: fileId }) }, signal);

export const readFile = (sha256: string, signal?: AbortSignal): Promise<Blob> =>
  readBlob({ method: 'GET', url: fillPath(apiPaths.readFile.path, { sha256 }) }, signal);

/** The exported list of a task; its answer is the file itself, without an envelope. */
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

/** The original PDF of one version of a law, whole. */
export const readLawPdf = (law: LawName, signal?: AbortSignal): Promise<Blob> => readBlob({ method: 'GET', url: lawAddress(law, 'pdf') }, signal);

/** The figures of a statistics screen as a workbook. */
export const readStatistics = <Name extends 'exportSelfCheckStat' | 'exportSelfDeclareStat'>(name: Name, query: CallInput<Name>['query']): Promise<Blob> =>
  readBlob({ method: 'GET', url: apiPaths[name].path, params: query });

/** 整改台账: the self-corrections of all departments as a workbook. */
export const readCorrectionLedger = (query: CallInput<'exportCompDeptSelfCorrect'>['query']): Promise<Blob> =>
  readBlob({ method: 'GET', url: apiPaths.exportCompDeptSelfCorrect.path, params: query });

/** The audit log as a workbook. */
export const readAudit = (query: CallInput<'exportAudit'>['query']): Promise<Blob> =>
  readBlob({ method: 'GET', url: apiPaths.exportAudit.path, params: query });

async function readBlob(config: { method: 'GET'; url: string; params?: unknown }, signal?: AbortSignal): Promise<Blob> {
  const answer = await sendSigned({ ...config, responseType: 'blob' }, { signal, timeoutMs: UPLOAD_LIMIT_MS });
  return answer.body as Blob;
}
