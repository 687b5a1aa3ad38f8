import { IMPORT_MAX_BYTES, SPREADSHEET_TYPE } from '#contract/limits.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { addItem, deleteItem, renameItem } from './check-item-service.ts';
import { checkItemTree, findPoints } from './check-point-service.ts';
import { addPoint, changePoint, restorePoint, retirePoints, switchPoints } from './company-point-service.ts';
import { exportPoints, importPoints, openPointTemplate } from './point-import-service.ts';

export function checkPointRoutes(register: Register, context: ServerContext): void {
  register('queryLevelOneCheckItemList', async ({ caller }) => checkItemTree(context, caller.compNo));

  register('queryCheckItemTree', async ({ caller }) => checkItemTree(context, caller.compNo));

  register('queryPointPage', async ({ query, caller }) => {
    const { itemId, keyword, state, source, basisState } = query;
    return findPoints(context, { compNo: caller.compNo, itemId, keyword, state, source }, basisState, query);
  });

  register('switchPoints', async ({ caller, body }) => ({ count: await switchPoints(context, caller, body.ids, body.enabled === 1) }));

  register('addCompanyPoint', async ({ caller, body }) => ({ id: await addPoint(context, caller, body) }));

  register('updateCompanyPoint', async ({ caller, body }) => {
    await changePoint(context, caller, body);
    return null;
  });

  register('retireCompanyPoint', async ({ caller, params }) => {
    await retirePoints(context, caller, [params.id]);
    return null;
  });

  register('retirePoints', async ({ caller, body }) => ({ count: await retirePoints(context, caller, body.ids) }));

  register('restoreCompanyPoint', async ({ caller, params }) => {
    await restorePoint(context, caller, params.id);
    return null;
  });

  register('addCheckItem', async ({ caller, body }) => ({ id: await addItem(context, caller, body) }));

  register('updateCheckItem', async ({ caller, body }) => {
    await renameItem(context, caller, body);
    return null;
  });

  register('deleteCheckItem', async ({ caller, params }) => {
    await deleteItem(context, caller, params.id);
    return null;
  });

  register('pointImportTemplate', async ({ caller, reply }) =>
    reply.headers(workbook('points.xlsx', '检查要点导入模板.xlsx')).send(await openPointTemplate(context, caller.compNo)),
  );

  register(
    'importCompanyPoint',
    ({ caller, query, request }) => importPoints(context, caller, request.body, query),
    { bodyLimit: IMPORT_MAX_BYTES },
  );

  register('exportCompanyPoint', async ({ caller, reply }) =>
    reply.headers(workbook('points.xlsx', '本机构检查要点.xlsx')).send(await exportPoints(context, caller)),
  );
}

const workbook = (plainName: string, fileName: string) => ({
  'content-type': SPREADSHEET_TYPE,
  'content-disposition': contentDisposition('attachment', plainName, fileName),
});
