import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { sendWorkbook } from '../../files/send-workbook.ts';
import { exportAuditRecords, findAuditRecords } from './audit-log-service.ts';

export function auditRoutes(register: Register, context: ServerContext): void {
  register('queryAuditPage', ({ caller, query }) => findAuditRecords(context, caller.compNo, query));

  register('exportAudit', async ({ caller, query, reply }) => sendWorkbook(reply, 'audit.xlsx', await exportAuditRecords(context, caller, query)));
}
