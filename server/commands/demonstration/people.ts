import { addDays } from '#contract/calendar.ts';
import { createDeptPoints } from '#contract/department-points.ts';
import type { DeptTable, EmployeeTable } from '../../database/tables.ts';
import type { StoryDept } from './story-shapes.ts';
import { type DemonstrationAccount, type DemonstrationCompany, GIVEN_NAMES, SURNAMES } from './hospitals.ts';
import type { Random } from './random.ts';
import { at } from './working-time.ts';

export interface InventedDept {
  row: DeptTable;
  who: StoryDept;
}

interface Setting {
  foundedAt: Date;
  today: string;
  /** Password hashes by password; under the empty one that of a password that nobody knows. */
  hashes: ReadonlyMap<string, string>;
  photos: readonly string[];
  /** Of all companies; grows. */
  takenNames: Set<string>;
}

type Person = Pick<DemonstrationAccount, 'account' | 'password' | 'isAdmin' | 'employeeName' | 'sex'>;

/** The fifth person of a department has left. */
const WHO_LEFT = 4;

/** Departments and people of a company. */
export function inventPeople(random: Random, company: DemonstrationCompany, setting: Setting): { depts: InventedDept[]; employees: EmployeeTable[] } {
  const { takenNames } = setting;
  const employees: EmployeeTable[] = [];
  let invented = 0;
  const invent = (): Person => {
    invented += 1;
    const account = `${company.accountPrefix}${String(invented).padStart(3, '0')}`;
    for (;;) {
      const sex = random.pick(['男', '女', '女'] as const);
      const employeeName = random.pick(SURNAMES) + random.pick(GIVEN_NAMES[sex]);
      if (takenNames.has(employeeName)) continue;
      takenNames.add(employeeName);
      return { account, password: '', isAdmin: 0, employeeName, sex };
    }
  };

  const { isAskedByKind } = createDeptPoints(company.depts.map(({ deptName, kind }) => ({ id: deptName, kind })), [], setting.today);
  const depts = company.depts.map((dept, index): InventedDept => {
    const id = random.id(setting.foundedAt);
    const known = company.accounts.filter((account) => account.deptName === dept.deptName);
    const others = Array.from({ length: dept.staffCount }, invent);
    const members = [...known, ...others].map((person, position) => toEmployee(random, { company, setting, deptId: id, person, hasLeft: position === WHO_LEFT }));
    employees.push(...members);
    const leader = others[0]?.employeeName ?? '';
    return {
      row: {
        id,
        comp_no: company.compNo,
        dept_name: dept.deptName,
        leader,
        tel: `8200${String(index + 1).padStart(4, '0')}`,
        extension: String(6001 + index),
        remark: '',
        sort: index + 1,
        kind: dept.kind,
        closed_from: null,
        created_at: setting.foundedAt.toISOString(),
      },
      who: {
        dept,
        isAsked: ({ kinds }) => isAskedByKind({ id, kind: dept.kind }, kinds),
        leader,
        people: members.map((member) => ({ id: member.id, employeeName: member.employee_name })),
        photos: random.sample(setting.photos, 4),
      },
    };
  });
  return { depts, employees };
}

function toEmployee(
  random: Random,
  { company, setting, deptId, person, hasLeft }: { company: DemonstrationCompany; setting: Setting; deptId: string; person: Person; hasLeft: boolean },
): EmployeeTable {
  const createdAt = setting.foundedAt.toISOString();
  const hash = setting.hashes.get(person.password);
  if (hash === undefined) throw new Error(`no hash for ${person.account}`);
  return {
    id: random.id(setting.foundedAt),
    comp_no: company.compNo,
    dept_id: deptId,
    account: person.account,
    account_key: person.account.toLowerCase(),
    employee_name: person.employeeName,
    sex: person.sex,
    tel: `138000${String(random.between(0, 99_999)).padStart(5, '0')}`,
    email: `${person.account}@${company.compNo}.example`,
    id_card: inventIdCard(random, person.sex),
    role_id: 1,
    is_admin: person.isAdmin,
    avator: '',
    enabled: hasLeft ? 0 : 1,
    password_hash: hash,
    must_change_password: 0,
    last_sign_in_at: at(addDays(setting.today, -random.between(hasLeft ? 90 : 1, hasLeft ? 120 : 9)), random.between(8, 17), random.between(0, 59)).toISOString(),
    created_at: createdAt,
    updated_at: createdAt,
  };
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Of an area that does not exist, with a right last digit (GB 11643). */
function inventIdCard(random: Random, sex: '男' | '女'): string {
  const birthday = `${random.between(1966, 2001)}${String(random.between(1, 12)).padStart(2, '0')}${String(random.between(1, 28)).padStart(2, '0')}`;
  const serial = String(random.between(0, 499) * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0');
  const digits = `990100${birthday}${serial}`;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return digits + '10X98765432'.charAt(sum % 11);
}
