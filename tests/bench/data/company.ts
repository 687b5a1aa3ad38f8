import { v7 as uuidv7 } from 'uuid';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import { POINTS_PER_TASK } from '#contract/limits.ts';
import type { ServerContext } from '../../../server/context.ts';
import { insertRows } from '../../../server/database/json-rows.ts';
import { hashPassword } from '../../../server/modules/session/password-service.ts';
import { call } from '../../support/calls.ts';

const PASSWORD = 'Bench2026';

export interface Account {
  userNo: string;
  password: string;
}

/** A company with an administrator, departments with one person each, and enough check points for the largest task. */
export interface Company {
  compNo: string;
  admin: Account & { id: string };
  departments: { id: string; person: Account }[];
  /** The national ones first. */
  pointIds: string[];
}

export async function insertCompany(context: ServerContext, compNo: string, departmentCount: number): Promise<Company> {
  const { db, dialect } = context;
  const at = context.now().toISOString();
  const hash = await hashPassword(PASSWORD);
  const departments = Array.from({ length: departmentCount }, (_, index) => ({
    id: uuidv7(),
    person: { userNo: `p${compNo}n${index + 1}`, password: PASSWORD },
  }));
  const [first] = departments;
  if (first === undefined) throw new Error('a company needs a department');
  const admin = { id: uuidv7(), userNo: `a${compNo}`, password: PASSWORD };

  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('company')
      .values({ comp_no: compNo, comp_name: `示例医院${compNo}`, spec_code: 'hospital', site_title: '依法执业自查', created_at: at })
      .execute();
    await insertRows(
      trx,
      dialect,
      'dept',
      { id: 'text', comp_no: 'text', dept_name: 'text', leader: 'text', tel: 'text', extension: 'text', remark: 'text', sort: 'integer', created_at: 'text' },
      departments.map(({ id }, index) => ({
        id,
        comp_no: compNo,
        dept_name: `第 ${index + 1} 科室`,
        leader: '',
        tel: '',
        extension: '',
        remark: '',
        sort: index,
        created_at: at,
      })),
    );
    const employee = (id: string, userNo: string, deptId: string, isAdmin: number) => ({
      id,
      comp_no: compNo,
      dept_id: deptId,
      account: userNo,
      account_key: userNo,
      employee_name: isAdmin === 1 ? '管理员' : '自查人员',
      sex: '女',
      tel: '13800000000',
      email: '',
      id_card: '110101199001010011',
      role_id: 1,
      is_admin: isAdmin,
      avator: '',
      enabled: 1,
      password_hash: hash,
      must_change_password: 0,
      created_at: at,
      updated_at: at,
    });
    await insertRows(
      trx,
      dialect,
      'employee',
      {
        id: 'text',
        comp_no: 'text',
        dept_id: 'text',
        account: 'text',
        account_key: 'text',
        employee_name: 'text',
        sex: 'text',
        tel: 'text',
        email: 'text',
        id_card: 'text',
        role_id: 'integer',
        is_admin: 'integer',
        avator: 'text',
        enabled: 'integer',
        password_hash: 'text',
        must_change_password: 'integer',
        created_at: 'text',
        updated_at: 'text',
      },
      [employee(admin.id, admin.userNo, first.id, 1), ...departments.map(({ id, person }) => employee(uuidv7(), person.userNo, id, 0))],
    );
    return { compNo, admin, departments, pointIds: await addOwnPoints({ ...context, db: trx }, compNo, at) };
  });
}

/** Gives the company points of its own, worded like the national ones, until there are enough for the largest task. */
async function addOwnPoints({ db, dialect }: ServerContext, compNo: string, at: string): Promise<string[]> {
  const national = await db
    .selectFrom('check_point as p')
    .innerJoin('check_point_version as v', 'v.id', 'p.version_id')
    .selectAll('v')
    .where('p.comp_no', 'is', null)
    .where('p.retired_at', 'is', null)
    .orderBy('p.id')
    .execute();
  const categories = Array.from({ length: 12 }, (_, index) => ({ id: uuidv7(), itemId: uuidv7(), name: `本院要点第 ${index + 1} 类` }));
  const own = Array.from({ length: Math.max(0, POINTS_PER_TASK - national.length) }, (_, index) => {
    const wording = national[index % national.length];
    const category = categories[Math.floor((index * categories.length) / POINTS_PER_TASK)];
    if (wording === undefined || category === undefined) throw new Error('there are no national check points');
    const point = { id: uuidv7(), comp_no: compNo, item_id: category.itemId, category_id: category.id, version_id: uuidv7(), sort: index, created_at: at };
    return { point, version: { ...wording, id: point.version_id, point_id: point.id, content: `${wording.content}（本院第 ${index + 1} 项）`, created_at: at } };
  });
  await insertRows(
    db,
    dialect,
    'check_item',
    { id: 'text', comp_no: 'text', parent_id: 'text', item_name: 'text', sort: 'integer' },
    categories.flatMap(({ id, itemId, name }, index) => [
      { id, comp_no: compNo, parent_id: null, item_name: name, sort: 100 + index },
      { id: itemId, comp_no: compNo, parent_id: id, item_name: `${name}项目`, sort: 1 },
    ]),
  );
  await insertRows(
    db,
    dialect,
    'check_point_version',
    {
      id: 'text',
      point_id: 'text',
      content: 'text',
      method: 'text',
      basis_law: 'text',
      basis_article: 'integer',
      basis_gist: 'text',
      expected: 'text',
      created_at: 'text',
    },
    own.map(({ version }) => version),
  );
  await insertRows(
    db,
    dialect,
    'check_point',
    { id: 'text', comp_no: 'text', item_id: 'text', category_id: 'text', version_id: 'text', sort: 'integer', created_at: 'text' },
    own.map(({ point }) => point),
  );
  return [...national.map((version) => version.point_id), ...own.map(({ point }) => point.id)];
}

/** Issues a task over the API, as an administrator does. @returns its id */
export async function issueTask(
  base: string,
  adminToken: string,
  task: { taskName: string; deptIds: string[]; pointIds: string[] },
): Promise<string> {
  const today = shanghaiDay(new Date());
  const body = { id: uuidv7(), taskType: 2, startDate: today, endDate: addDays(today, 14), ...task };
  return (await call(base, 'issueTask', { body }, adminToken)).id;
}
