import type { ServerContext } from '../../../server/context.ts';
import { hashPassword } from '../../../server/modules/session/password-service.ts';

export const passwords = { admin: 'Admin2026', staff: 'Staff2026' } as const;

export const companies = {
  first: { compNo: '110001', compName: '示例市第一医院' },
  second: { compNo: '110002', compName: '示例县中医院' },
} as const;

const fixtureId = (kind: number, number: number) => `0190000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** 内科 exists in both companies: equal names must not open a way from one to the other. */
export const depts = {
  internal: { id: fixtureId(1, 1), compNo: companies.first.compNo, deptName: '内科' },
  surgery: { id: fixtureId(1, 2), compNo: companies.first.compNo, deptName: '外科' },
  nursing: { id: fixtureId(1, 3), compNo: companies.first.compNo, deptName: '护理部' },
  otherInternal: { id: fixtureId(1, 4), compNo: companies.second.compNo, deptName: '内科' },
} as const;

interface FixtureEmployee {
  id: string;
  employeeName: string;
  dept: (typeof depts)[keyof typeof depts];
  isAdmin: 0 | 1;
  tel: string;
  email: string;
  idCard: string;
}

export const employees = {
  admin01: { id: fixtureId(2, 1), employeeName: '管理员甲', dept: depts.nursing, isAdmin: 1, tel: '13800000001', email: 'admin01@hospital.example', idCard: '110101199001010011' },
  staff01: { id: fixtureId(2, 2), employeeName: '张内一', dept: depts.internal, isAdmin: 0, tel: '13800000002', email: 'staff01@hospital.example', idCard: '110101199001010022' },
  staff02: { id: fixtureId(2, 3), employeeName: '李内二', dept: depts.internal, isAdmin: 0, tel: '13800000003', email: 'staff02@hospital.example', idCard: '110101199001010033' },
  staff03: { id: fixtureId(2, 4), employeeName: '王外三', dept: depts.surgery, isAdmin: 0, tel: '13800000004', email: 'staff03@hospital.example', idCard: '110101199001010044' },
  admin91: { id: fixtureId(2, 5), employeeName: '管理员乙', dept: depts.otherInternal, isAdmin: 1, tel: '13900000001', email: 'admin91@hospital.example', idCard: '120101199001010011' },
  staff91: { id: fixtureId(2, 6), employeeName: '赵中一', dept: depts.otherInternal, isAdmin: 0, tel: '13900000002', email: 'staff91@hospital.example', idCard: '120101199001010022' },
} as const satisfies Record<string, FixtureEmployee>;

export type Account = keyof typeof employees;
export const isAccount = (text: string): text is Account => text in employees;
export const passwordOf = (account: Account): string => (employees[account].isAdmin === 1 ? passwords.admin : passwords.staff);

let hashes: Promise<Record<keyof typeof passwords, string>> | undefined;
const passwordHashes = () =>
  (hashes ??= Promise.all([hashPassword(passwords.admin), hashPassword(passwords.staff)]).then(([admin, staff]) => ({ admin, staff })));

/** Two companies with their departments and people. */
export async function insertFixture(context: ServerContext): Promise<void> {
  const hash = await passwordHashes();
  const at = '2026-01-01T00:00:00.000Z';
  await context.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('company')
      .values(
        Object.values(companies).map((company) => ({
          comp_no: company.compNo,
          comp_name: company.compName,
          spec_code: 'hospital',
          site_title: `${company.compName}依法执业自查`,
          created_at: at,
        })),
      )
      .execute();
    await trx
      .insertInto('dept')
      .values(
        Object.values(depts).map((dept, index) => ({
          id: dept.id,
          comp_no: dept.compNo,
          dept_name: dept.deptName,
          leader: '',
          tel: '',
          extension: '',
          remark: '',
          sort: index,
          created_at: at,
        })),
      )
      .execute();
    await trx
      .insertInto('employee')
      .values(
        Object.entries(employees).map(([account, employee]) => ({
          id: employee.id,
          comp_no: employee.dept.compNo,
          dept_id: employee.dept.id,
          account,
          account_key: account,
          employee_name: employee.employeeName,
          sex: '女',
          tel: employee.tel,
          email: employee.email,
          id_card: employee.idCard,
          role_id: 1,
          is_admin: employee.isAdmin,
          avator: '',
          enabled: 1,
          password_hash: employee.isAdmin === 1 ? hash.admin : hash.staff,
          must_change_password: 0,
          last_sign_in_at: null,
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
  });
}
