import { PHOTO_MAX_BYTES, PIECE_BYTES } from '#contract/limits.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { wrongField } from '../../errors.ts';
import { uploadedFileHeaders } from '../../files/uploaded-file-headers.ts';
import { openFile, storePhoto } from './file-service.ts';
import { readUploadState, storePiece } from './upload-piece-service.ts';

export function fileRoutes(register: Register, context: ServerContext): void {
  register(
    'uploadFile',
    async ({ params, caller, request }) => {
      if (!(request.body instanceof Uint8Array)) throw wrongField('file', '只支持 JPEG、PNG 或 WebP 图片');
      return storePhoto(context, caller, params.sha256, request.body);
    },
    { bodyLimit: PHOTO_MAX_BYTES },
  );

  register('readFile', async ({ params, caller, reply }) => {
    const file = await openFile(context, caller, params.sha256);
    return reply
      .headers({ ...uploadedFileHeaders(file.type, 'inline'), 'content-length': file.size })
      .send(file.content);
  });

  register('readUploadState', ({ params, query, caller }) => readUploadState(context, caller, params.sha256, query.size));

  register(
    'uploadPiece',
    async ({ params, query, caller, request }) => {
      if (!(request.body instanceof Uint8Array)) throw wrongField('file', '分片内容格式不正确');
      return storePiece(context, caller, { sha256: params.sha256, ...query }, request.body);
    },
    { bodyLimit: PIECE_BYTES },
  );
}
