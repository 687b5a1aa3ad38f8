import { apiPaths, fillPath } from '#contract/api-paths.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { StoredFile } from '#contract/file.ts';
import { lawAddress, type LawName } from '@/lib/law-address.ts';
import { sendSigned } from './send.ts';

export interface UploadOptions {
  signal?: AbortSignal;
  onProgress?: (sent: number, total: number) => void;
  timeoutMs?: number;
}

/** Large files take longer than a call on a weak signal. */
export const UPLOAD_LIMIT_MS = 120_000;

/** Stores bytes under their SHA-256 on the server. Safe to call again: the same bytes are the same file. */
export async function uploadFile(sha256: string, bytes: ArrayBuffer, type: string, options: UploadOptions = {}): Promise<StoredFile> {
  const { method, path } = apiPaths.uploadFile;
  const answer = await sendSigned(
    { method, url: fillPath(path, { sha256 }), data: new Blob([bytes], { type }), headers: { 'content-type': type } },
    { timeoutMs: UPLOAD_LIMIT_MS, ...options },
  );
  return (answer.body as Envelope<StoredFile>).message;
}

/** One attachment of a declaration, or its signature. */
export const readDeclarationFile = (type: number, fileId: string, signal?: AbortSignal): Promise<Blob> =>
  readBlob({ method: 'GET', url: fillPath(apiPaths.readSelfDeclareFile.path, { type: String(type), id: fileId }) }, signal);

/** One file of a report of a severe problem. */
export const readSevereFile = (fileId: string): Promise<Blob> => readBlob({ method: 'GET', url: fillPath(apiPaths.readSevereFile.path, { id: fileId }) });

export const readFile = (sha256: string, signal?: AbortSignal): Promise<Blob> =>
  readBlob({ method: 'GET', url: fillPath(apiPaths.readFile.path, { sha256 }) }, signal);

/** The original PDF of one version of a law, whole. */
export const readLawPdf = (law: LawName, signal?: AbortSignal): Promise<Blob> => readBlob({ method: 'GET', url: lawAddress(law, 'pdf') }, signal);

/** Bytes without an envelope. */
export async function readBlob(config: { method: 'GET'; url: string; params?: unknown }, signal?: AbortSignal): Promise<Blob> {
  const answer = await sendSigned({ ...config, responseType: 'blob' }, { signal, timeoutMs: UPLOAD_LIMIT_MS });
  return answer.body as Blob;
}
