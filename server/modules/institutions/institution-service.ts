import type { ChangedInstitution, Institution, InstitutionPreview, InstitutionProfile } from '#contract/institution.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import { toProfile } from '../../database/institution-profiles.ts';
import { conflict } from '../../errors.ts';
import { changedContent, recordAudit } from '../audit/audit-service.ts';
import { applyProfile, previewProfile } from '../check-points/applicable-points-service.ts';
import { findInstitution, putProfile, renameCompany } from './institution-repository.ts';

export async function readInstitution({ db }: { db: Queryable }, compNo: string): Promise<Institution> {
  const row = await findInstitution(db, compNo);
  return {
    compName: row.comp_name,
    siteTitle: row.site_title,
    profile: row.profile === null ? null : toProfile(row.profile),
    revision: row.revision ?? 0,
  };
}

/** What a profile would do to the points that the company is asked. */
export const previewInstitution = ({ db }: ServerContext, compNo: string, profile: InstitutionProfile): Promise<InstitutionPreview> =>
  previewProfile(db, compNo, profile);

const fieldLabels = {
  category: '机构类别',
  level: '级别',
  grade: '等次',
  practice: '执业依据',
  licenceNumber: '证号',
  address: '地址',
  legalPerson: '法定代表人',
  principal: '主要负责人',
  beds: '床位',
  dentalChairs: '牙椅',
  subjects: '诊疗科目',
  services: '开展的服务',
  complianceDept: '依法执业管理部门',
  complianceStaff: '依法执业管理人员',
} satisfies Record<keyof InstitutionProfile, string>;

/** Changes name, title and profile, and with it what the company is asked from now on; issued tasks stay. Safe to repeat. */
export async function changeInstitution(context: ServerContext, caller: Caller, { revision, compName, siteTitle, profile }: ChangedInstitution): Promise<void> {
  const { db, dialect, now } = context;
  await db.transaction().execute(async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const before = await readInstitution({ db: trx }, caller.compNo);
    const isSame = before.compName === compName && before.siteTitle === siteTitle && JSON.stringify(before.profile) === JSON.stringify(profile);
    if (isSame) return;
    if (before.revision !== revision) throw conflict('机构档案刚刚被他人修改，请核对最新内容后再保存，您填写的内容没有丢失');
    const at = now();
    await renameCompany(trx, caller.compNo, { comp_name: compName, site_title: siteTitle });
    await putProfile(trx, { comp_no: caller.compNo, profile: JSON.stringify(profile), revision: revision + 1, updated_at: at.toISOString() });
    await applyProfile(trx, dialect, caller.compNo, profile);
    const renamed = before.compName === compName ? '' : `，机构名称由 ${before.compName} 改为 ${compName}`;
    const retitled = before.siteTitle === siteTitle ? '' : `，系统标题改为 ${siteTitle === '' ? '默认标题' : siteTitle}`;
    const changed = changedContent(fieldLabels, asTexts(before.profile), asTexts(profile));
    const summary = `修改机构档案${renamed}${retitled}${changed}`;
    await recordAudit(trx, caller, { action: 'institution.update', objectType: 'company', objectId: caller.compNo, summary }, at);
  });
}

/** The first profile of a new company, or of one in the demonstration. */
export async function startProfile(trx: Queryable, { dialect, now }: Pick<ServerContext, 'dialect' | 'now'>, compNo: string, profile: InstitutionProfile): Promise<void> {
  await putProfile(trx, { comp_no: compNo, profile: JSON.stringify(profile), revision: 1, updated_at: now().toISOString() });
  await applyProfile(trx, dialect, compNo, profile);
}

/** Of each field its value to compare, also of lists. */
const asTexts = (profile: InstitutionProfile | null): Record<keyof InstitutionProfile, string> =>
  Object.fromEntries(Object.keys(fieldLabels).map((field) => [field, JSON.stringify(profile?.[field as keyof InstitutionProfile] ?? null)])) as Record<keyof InstitutionProfile, string>;
