import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { optionalText, requiredText } from '#contract/fields.ts';
import { COMPANY_NAME_MAX, PERSON_NAME_MAX, SITE_TITLE_MAX } from '#contract/limits.ts';
import { INSTITUTION_CATEGORIES, INSTITUTION_LEVELS, type InstitutionCategory, levelLabel } from '#contract/institution-profile.ts';
import { personName, rules } from '#contract/rules.ts';
import { proposeKind } from '#contract/propose-kind.ts';
import { usualProfile } from '#contract/usual-profile.ts';
import type { ServerContext } from '../context.ts';
import { isUniqueViolation } from '../database/dialect.ts';
import { startProfile } from '../modules/institutions/institution-service.ts';
import { hashPassword } from '../modules/session/password-service.ts';
import { makePassword } from './initial-password.ts';

const newCompany = z.object({
  compName: requiredText(COMPANY_NAME_MAX),
  compNo: requiredText(32, { test: (text) => /^[A-Za-z0-9-]+$/.test(text), message: '机构编号为字母数字组成' }),
  account: requiredText(32, rules.account),
  employeeName: requiredText(PERSON_NAME_MAX, personName),
  deptName: requiredText(50),
  /** What the screens are headed with; empty for the product's name. */
  siteTitle: optionalText(SITE_TITLE_MAX),
  /** 机构类别, and 级别: without a category the administrator is asked for it. */
  category: z.string().pipe(z.enum(INSTITUTION_CATEGORIES as [InstitutionCategory, ...InstitutionCategory[]], `机构类别应为：${INSTITUTION_CATEGORIES.join('、')}`)).optional(),
  level: z.string().default(levelLabel[0]).pipe(z.enum(Object.values(levelLabel), `级别应为：${Object.values(levelLabel).join('、')}`)),
  specCode: requiredText(32, { test: (text) => /^[A-Za-z0-9-]+$/.test(text), message: '机构类别代码为字母数字组成' }).default('hospital'),
});

/**
 * Makes an institution with its first department and administrator, whose password has to be changed at the first sign-in.
 * @returns the password, which is stored nowhere
 * @throws Error in words for the operator
 */
export async function createCompany(context: ServerContext, input: z.input<typeof newCompany>): Promise<{ password: string }> {
  const parsed = newCompany.safeParse(input);
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  const company = parsed.data;
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  const at = context.now().toISOString();
  const deptId = uuidv7();
  try {
    await context.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('company')
        .values({ comp_no: company.compNo, comp_name: company.compName, spec_code: company.specCode, site_title: company.siteTitle, created_at: at })
        .execute();
      if (company.category !== undefined) {
        const level = INSTITUTION_LEVELS.find((one) => levelLabel[one] === company.level) ?? 0;
        await startProfile(trx, context, company.compNo, usualProfile(company.category, level));
      }
      await trx
        .insertInto('dept')
        .values({ id: deptId, comp_no: company.compNo, dept_name: company.deptName, leader: '', tel: '', extension: '', remark: '', sort: 0, kind: proposeKind(company.deptName) ?? null, closed_from: null, created_at: at })
        .execute();
      await trx
        .insertInto('employee')
        .values({
          id: uuidv7(),
          comp_no: company.compNo,
          dept_id: deptId,
          account: company.account,
          account_key: company.account.toLowerCase(),
          employee_name: company.employeeName,
          sex: '',
          tel: '',
          email: '',
          id_card: '',
          role_id: 1,
          is_admin: 1,
          avator: '',
          enabled: 1,
          password_hash: passwordHash,
          must_change_password: 1,
          last_sign_in_at: null,
          created_at: at,
          updated_at: at,
        })
        .execute();
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new Error(`机构编号 ${company.compNo} 或账号 ${company.account} 已存在`) : error;
  }
  return { password };
}
