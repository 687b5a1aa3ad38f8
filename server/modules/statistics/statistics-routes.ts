import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { sendWorkbook } from '../../files/send-workbook.ts';
import { checkStatistics, findDeptTasksBehind } from './check-statistics-service.ts';
import { declarationStatistics } from './declaration-statistics-service.ts';
import { exportCheckStatistics, exportDeclarationStatistics } from './statistics-export-service.ts';

const PLAIN_NAME = 'statistics.xlsx';

export function statisticsRoutes(register: Register, context: ServerContext): void {
  register('queryOverallSelfCheckStatList', ({ caller, query }) => checkStatistics(context, caller, 1, query));
  register('querySpecialSelfCheckStatList', ({ caller, query }) => checkStatistics(context, caller, 2, query));
  register('queryDailySelfCheckStatList', ({ caller, query }) => checkStatistics(context, caller, 3, query));

  register('queryStatDeptTaskList', ({ caller, query }) => findDeptTasksBehind(context, caller, query));

  register('querySelfDeclareStatList', ({ caller, query }) => declarationStatistics(context, caller, query));

  register('exportSelfCheckStat', async ({ caller, query, reply }) =>
    sendWorkbook(reply, PLAIN_NAME, await exportCheckStatistics(context, caller, query.taskType, query)),
  );

  register('exportSelfDeclareStat', async ({ caller, query, reply }) => sendWorkbook(reply, PLAIN_NAME, await exportDeclarationStatistics(context, caller, query)));
}
