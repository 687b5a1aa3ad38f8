import { apiPaths, fillPath } from '#contract/api-paths.ts';
import type { UploadState } from '#contract/declaration.ts';
import type { Envelope } from '#contract/envelope.ts';
import { BYTES_TYPE } from '#contract/limits.ts';
import { UPLOAD_LIMIT_MS, type UploadOptions } from './files.ts';
import { sendSigned } from './send.ts';

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
    { method, url: fillPath(path, { sha256 }), params: { size, index }, data: new Blob([piece]), headers: { 'content-type': BYTES_TYPE } },
    { timeoutMs: UPLOAD_LIMIT_MS, ...options },
  );
  return (answer.body as Envelope<UploadState>).message;
}
