import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { sendRange } from '../../files/send-range.ts';
import { uploadedFileHeaders } from '../../files/uploaded-file-headers.ts';
import {
  addDeclaration,
  changeDeclaration,
  deleteDeclarations,
  findAttachedFile,
  findDeclarations,
  listAttachments,
  readDeclaration,
} from './declaration-service.ts';
import { draftDeclaration } from './draft-service.ts';

export function declarationRoutes(register: Register, context: ServerContext): void {
  register('querySelfDeclarePage', ({ params, query, caller }) => findDeclarations(context, caller, params.type, query));

  register('addSelfDeclare', ({ params, body, caller }) => addDeclaration(context, caller, params.type, body));

  register('readSelfDeclare', ({ params, caller }) => readDeclaration(context, caller, params.type, params.id));

  register('querySelfDeclareArchive', ({ params, caller }) => listAttachments(context, caller, params.type, params.id));

  register('readSelfDeclareFile', async ({ params, caller, request, reply }) => {
    const file = await findAttachedFile(context, caller, params.type, params.id);
    reply.headers(uploadedFileHeaders(file.type, contentDisposition('inline', 'attachment', file.name)));
    return sendRange(request, reply, file);
  });

  register('updateSelfDeclare', ({ body, caller }) => changeDeclaration(context, caller, body));

  register('batchDeleteSelfDeclare', async ({ body, caller }) => ({
    deletedCount: await deleteDeclarations(context, caller, body.selfDeclaredType, body.selfDeclaredId),
  }));

  register('draftSelfDeclare', ({ params, query, caller }) => draftDeclaration(context, caller, params.type, query));
}
