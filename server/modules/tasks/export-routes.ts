import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { createExportLink, openExport } from './export-service.ts';

export function exportRoutes(register: Register, context: ServerContext): void {
  register('createExportLink', ({ caller, body }) => createExportLink(context, caller, body));

  register('exportCheckPointList', async ({ query, request, reply }) => {
    const { fileName, content } = await openExport(context, query.token, request.ip);
    return reply
      .headers({ 'content-type': SPREADSHEET_TYPE, 'content-disposition': contentDisposition('attachment', 'export.xlsx', fileName) })
      .send(content);
  });
}
