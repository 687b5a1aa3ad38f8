import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { sendRange } from '../../files/send-range.ts';
import { uploadedFileHeaders } from '../../files/uploaded-file-headers.ts';
import { closeSevere, findSevereFile, findSevereReports, reportSevere } from './severe-report-service.ts';

export function severeReportRoutes(register: Register, context: ServerContext): void {
  register('querySeverePage', ({ query, caller }) => findSevereReports(context, caller, query));

  register('reportSevere', async ({ body, caller }) => {
    await reportSevere(context, caller, body);
    return null;
  });

  register('closeSevere', async ({ body, caller }) => {
    await closeSevere(context, caller, body);
    return null;
  });

  register('readSevereFile', async ({ params, caller, request, reply }) => {
    const file = await findSevereFile(context, caller, params.id);
    reply.headers(uploadedFileHeaders(file.type, contentDisposition('inline', 'attachment', file.name)));
    return sendRange(request, reply, file);
  });
}
