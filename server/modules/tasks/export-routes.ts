import { addressOf } from '../../caller-address.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { sendWorkbook } from '../../files/send-workbook.ts';
import type { SessionService } from '../session/session-service.ts';
import { createExportLink, openExport } from './export-service.ts';

export function exportRoutes(register: Register, context: ServerContext, sessions: SessionService): void {
  register('createExportLink', ({ caller, body }) => createExportLink(context, caller, body));

  register('exportCheckPointList', async ({ query, request, reply }) => sendWorkbook(reply, 'export.xlsx', await openExport(context, sessions, query.token, addressOf(request))));
}
