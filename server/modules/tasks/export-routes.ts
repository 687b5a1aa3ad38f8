import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { sendWorkbook } from '../../files/send-workbook.ts';
import { createExportLink, openExport } from './export-service.ts';

export function exportRoutes(register: Register, context: ServerContext): void {
  register('createExportLink', ({ caller, body }) => createExportLink(context, caller, body));

  register('exportCheckPointList', async ({ query, request, reply }) => sendWorkbook(reply, 'export.xlsx', await openExport(context, query.token, request.ip)));
}
