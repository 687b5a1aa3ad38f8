import { z } from 'zod';
import { optionalText, requiredText, revision, shortText, wholeNumber } from './fields.ts';
import { INSTITUTION_CATEGORIES, INSTITUTION_GRADES, INSTITUTION_LEVELS, type InstitutionCategory, PRACTICE_FORMS, SERVICES } from './institution-profile.ts';
import { COMPLIANCE_STAFF_MAX, COMPANY_NAME_MAX, PERSON_NAME_MAX, SITE_TITLE_MAX } from './limits.ts';
import { personName, plainName } from './rules.ts';
import { SUBJECT_CODES } from './subjects.ts';

const unique = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** 机构档案: what an institution says of itself. */
export const institutionProfile = z.object({
  category: z.enum(INSTITUTION_CATEGORIES as [InstitutionCategory, ...InstitutionCategory[]], '请选择机构类别'),
  level: z.literal(INSTITUTION_LEVELS, '机构级别错误'),
  grade: z.enum(INSTITUTION_GRADES, '机构等次错误').default(''),
  practice: z.enum(PRACTICE_FORMS, '执业依据错误'),
  /** Of the licence or of the filing. */
  licenceNumber: optionalText(50),
  address: optionalText(200),
  legalPerson: optionalText(PERSON_NAME_MAX, personName),
  principal: optionalText(PERSON_NAME_MAX, personName),
  beds: wholeNumber(0, 20_000, '床位应为 0 到 20000 的整数'),
  dentalChairs: wholeNumber(0, 2000, '牙椅应为 0 到 2000 的整数'),
  subjects: z.array(shortText(5, /^\d{2}(\.\d{2})?$/, '诊疗科目错误')).max(SUBJECT_CODES.length, '诊疗科目重复').refine(unique, '诊疗科目重复')
    .refine((codes) => codes.every((code) => SUBJECT_CODES.includes(code)), '诊疗科目错误'),
  services: z.array(z.enum(SERVICES, '开展的服务错误')).max(SERVICES.length, '开展的服务重复').refine(unique, '开展的服务重复'),
  /** 依法执业管理部门, and who works there for it. */
  complianceDept: optionalText(50, plainName),
  complianceStaff: z
    .array(z.object({ name: requiredText(PERSON_NAME_MAX, personName), isFullTime: z.boolean('应为专职或兼职') }))
    .max(COMPLIANCE_STAFF_MAX, `依法执业管理人员最多 ${COMPLIANCE_STAFF_MAX} 人`),
});
export type InstitutionProfile = z.output<typeof institutionProfile>;

export const institution = z.object({
  compName: z.string(),
  /** Above the institution's own screens; empty for the product's name. */
  siteTitle: z.string(),
  /** Null until somebody filled it in: every point of the library is then asked. */
  profile: institutionProfile.nullable(),
  /** Raised by every change; 0 before the first. */
  revision: z.number(),
});
export type Institution = z.infer<typeof institution>;

export const changedInstitution = z.object({
  compName: requiredText(COMPANY_NAME_MAX),
  siteTitle: optionalText(SITE_TITLE_MAX),
  profile: institutionProfile,
  /** Of what the person changed. */
  revision,
});
export type ChangedInstitution = z.output<typeof changedInstitution>;

/** A point that another profile brings or takes away. */
export const movedPoint = z.object({ id: z.string(), content: z.string(), reason: z.string().nullable() });
export type MovedPoint = z.infer<typeof movedPoint>;

/** What a profile does to the points of the institution. `reason` says why one goes. */
export const institutionPreview = z.object({ before: z.number(), after: z.number(), added: z.array(movedPoint), removed: z.array(movedPoint) });
export type InstitutionPreview = z.infer<typeof institutionPreview>;
