import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { sendWorkbook } from '../../files/send-workbook.ts';
import { exportCorrections } from './correction-ledger-service.ts';
import { confirmCorrection, confirmCorrections, returnCorrectionItems } from './review-corrections-service.ts';
import { saveCorrections } from './save-corrections-service.ts';
import { findCorrections, findMyCorrections, readCorrection, readCorrectionRecord, reviewCorrectionRecord } from './self-correction-service.ts';

export function selfCorrectionRoutes(register: Register, context: ServerContext): void {
  register('queryCompanySelfCorrectList', async ({ query, caller }) => findMyCorrections(context, caller, query));

  register('saveCompanySelfCorrectInfo', async ({ body, caller }) => saveCorrections(context, caller, body));

  register('queryCompanySelfCorrectById', async ({ params, caller }) => readCorrection(context, caller, params.id));

  register('selfCorrectDetail', async ({ params, caller }) => readCorrectionRecord(context, caller, params.id));

  register('queryCompDeptSelfCorrectPageList', async ({ query, caller }) => findCorrections(context, caller, query));

  register('queryCompDeptSelfCorrectById', async ({ params, caller }) => reviewCorrectionRecord(context, caller, params.id));

  register('exportCompDeptSelfCorrect', async ({ query, caller, reply }) => sendWorkbook(reply, 'corrections.xlsx', await exportCorrections(context, caller, query)));

  register('confirmSelfCorrect', async ({ body, caller }) => {
    await confirmCorrection(context, caller, body);
    return null;
  });

  register('confirmSelfCorrectList', async ({ body, caller }) => confirmCorrections(context, caller, body.corrections));

  register('returnSelfCorrectItems', async ({ body, caller }) => {
    await returnCorrectionItems(context, caller, body);
    return null;
  });
}
