import { IMPORT_MAX_BYTES, SPREADSHEET_TYPE } from '#contract/limits.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { importDepartments, openDepartmentTemplate } from './department-import-service.ts';
import { toDepartment } from './department-presenter.ts';
import { paginate } from './department-repository.ts';
import { listDeptPointSwitches, switchDeptPoints } from './dept-points-service.ts';
import { addDepartment, changeDepartment, closeDepartment, deleteDepartment, listDepartmentOptions, openDepartment, setDeptKinds } from './department-service.ts';

export function departmentRoutes(register: Register, context: ServerContext): void {
  register('queryCompanyDeptList', ({ caller }) => listDepartmentOptions(context, caller.compNo));

  register('queryCompanyDeptInfoPage', async ({ caller, query }) => {
    const page = await paginate(context.db, caller.compNo, query);
    return { ...page, records: page.records.map(toDepartment) };
  });

  register('addCompanyDeptInfo', async ({ caller, body }) => ({ id: await addDepartment(context, caller, body) }));

  register('updateCompanyDeptInfo', async ({ caller, body: { id, read, ...changes } }) => {
    await changeDepartment(context, caller, id, changes, read);
    return null;
  });

  register('deleteCompanyDeptInfo', async ({ caller, params }) => {
    await deleteDepartment(context, caller, params.id);
    return null;
  });

  register('setDeptKinds', async ({ caller, body }) => ({ count: await setDeptKinds(context, caller, body) }));

  register('closeCompanyDept', async ({ caller, body }) => {
    await closeDepartment(context, caller, body);
    return null;
  });

  register('openCompanyDept', async ({ caller, params }) => {
    await openDepartment(context, caller, params.id);
    return null;
  });

  register('queryDeptPointSwitches', ({ caller }) => listDeptPointSwitches(context, caller.compNo));

  register('switchDeptPoints', async ({ caller, body }) => ({ count: await switchDeptPoints(context, caller, body) }));

  register('deptImportTemplate', async ({ reply }) =>
    reply
      .headers({ 'content-type': SPREADSHEET_TYPE, 'content-disposition': contentDisposition('attachment', 'departments.xlsx', '科室导入模板.xlsx') })
      .send(openDepartmentTemplate(context.now())),
  );

  register(
    'importCompanyDeptInfo',
    ({ caller, query, request }) => importDepartments(context, caller, request.body, query),
    { bodyLimit: IMPORT_MAX_BYTES },
  );
}
