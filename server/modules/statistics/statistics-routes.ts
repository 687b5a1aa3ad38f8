import type { FastifyReply } from 'fastify';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { checkStatistics, findDeptTasksBehind } from './check-statistics-service.ts';
import { declarationStatistics } from './declaration-statistics-service.ts';
import { exportCheckStatistics, exportDeclarationStatistics, type StatisticsExport } from './statistics-export-service.ts';

export function statisticsRoutes(register: Register, context: ServerContext): void {
  register('queryOverallSelfCheckStatList', ({ caller, query }) => checkStatistics(context, caller, 1, query));
  register('querySpecialSelfCheckStatList', ({ caller, query }) => checkStatistics(context, caller, 2, query));
  register('queryDailySelfCheckStatList', ({ caller, query }) => checkStatistics(context, caller, 3, query));

  register('queryStatDeptTaskList', ({ caller, query }) => findDeptTasksBehind(context, caller, query));

  register('querySelfDeclareStatList', ({ caller, query }) => declarationStatistics(context, caller, query));

  register('exportSelfCheckStat', async ({ caller, query, reply }) =>
    sendWorkbook(reply, await exportCheckStatistics(context, caller, query.taskType, query)),
  );

  register('exportSelfDeclareStat', async ({ caller, query, reply }) => sendWorkbook(reply, await exportDeclarationStatistics(context, caller, query)));
}

const sendWorkbook = (reply: FastifyReply, { fileName, content }: StatisticsExport): FastifyReply =>
  reply
    .headers({ 'content-type': SPREADSHEET_TYPE, 'content-disposition': contentDisposition('attachment', 'statistics.xlsx', fileName) })
    .send(content);
