import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { exportAuditRecords, findAuditRecords } from './audit-log-service.ts';

export function auditRoutes(register: Register, context: ServerContext): void {
  register('queryAuditPage', ({ caller, query }) => findAuditRecords(context, caller.compNo, query));

  register('exportAudit', async ({ caller, query, reply }) => {
    const { fileName, content } = await exportAuditRecords(context, caller, query);
    return reply
      .headers({ 'content-type': SPREADSHEET_TYPE, 'content-disposition': contentDisposition('attachment', 'audit.xlsx', fileName) })
      .send(content);
  });
}
