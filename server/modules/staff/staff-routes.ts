import { IMPORT_MAX_BYTES, SPREADSHEET_TYPE, STAFF_NAMES_MAX } from '#contract/limits.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import type { SessionService } from '../session/session-service.ts';
import { importStaff, openStaffTemplate } from './staff-import-service.ts';
import { toMaskedEmployee } from './staff-presenter.ts';
import { listNames, paginate } from './staff-repository.ts';
import { createStaffService } from './staff-service.ts';

export function staffRoutes(register: Register, context: ServerContext, sessions: SessionService): void {
  const staff = createStaffService(context, sessions);

  register('queryCompanyAccountPage', async ({ caller, query }) => {
    const page = await paginate(context.db, caller.compNo, query);
    return { ...page, records: page.records.map(toMaskedEmployee) };
  });

  register('queryStaffNameList', ({ caller }) => listNames(context.db, caller.compNo, STAFF_NAMES_MAX));

  register('queryCompanyAccountById', ({ caller, params }) => staff.show(caller, params.id));

  register('checkUsername', async ({ body }) => ({ available: await staff.isAvailable(body.account) }));

  register('addCompanyAccount', async ({ caller, body }) => ({ id: await staff.add(caller, body) }));

  register('updateCompanyAccount', async ({ caller, body: { id, read, ...changes } }) => {
    await staff.change(caller, id, changes, read);
    return null;
  });

  register('deleteCompanyAccount', async ({ caller, params }) => {
    await staff.disable(caller, params.id);
    return null;
  });

  register('updateCompanyAccountPwd', async ({ caller, body }) => {
    await staff.changePassword(caller, body);
    return null;
  });

  register('accountImportTemplate', async ({ caller, reply }) =>
    reply
      .headers({ 'content-type': SPREADSHEET_TYPE, 'content-disposition': contentDisposition('attachment', 'staff.xlsx', '人员导入模板.xlsx') })
      .send(await openStaffTemplate(context, caller.compNo)),
  );

  register(
    'importCompanyAccount',
    ({ caller, query, request }) => importStaff(context, caller, request.body, query),
    { bodyLimit: IMPORT_MAX_BYTES },
  );
}
