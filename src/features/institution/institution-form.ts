import type { ChangedInstitution, Institution, InstitutionProfile } from '#contract/institution.ts';
import { type InstitutionCategory, levelLabel, practiceLabel, type Service } from '#contract/institution-profile.ts';
import { COMPANY_NAME_MAX, PERSON_NAME_MAX, SITE_TITLE_MAX } from '#contract/limits.ts';
import { personName, plainName, rules } from '#contract/rules.ts';
import { isSameData } from '@/lib/is-same-data.ts';
import { atMost, type FieldSpec } from '@/ui/controls/useFields.ts';

export type ComplianceMember = InstitutionProfile['complianceStaff'][number];

type FieldName = 'compName' | 'siteTitle' | 'licenceNumber' | 'address' | 'legalPerson' | 'principal' | 'beds' | 'dentalChairs' | 'complianceDept';

export const fieldSpecs: Record<FieldName, FieldSpec> = {
  compName: { isRequired: true, maxLength: COMPANY_NAME_MAX },
  siteTitle: { maxLength: SITE_TITLE_MAX },
  licenceNumber: { maxLength: 50 },
  address: { maxLength: 200 },
  legalPerson: { maxLength: PERSON_NAME_MAX, rule: personName },
  principal: { maxLength: PERSON_NAME_MAX, rule: personName },
  beds: { rule: rules.nonNegativeInteger, check: atMost(20_000) },
  dentalChairs: { rule: rules.nonNegativeInteger, check: atMost(2000) },
  complianceDept: { maxLength: 50, rule: plainName },
};

/** What is chosen and not typed. */
export interface InstitutionChoice extends Pick<InstitutionProfile, 'level' | 'grade' | 'practice'> {
  /** Empty as long as nobody has chosen one. */
  category: InstitutionCategory | '';
  subjects: ReadonlySet<string>;
  services: ReadonlySet<Service>;
  complianceStaff: readonly ComplianceMember[];
}

export interface InstitutionValues {
  fields: Record<FieldName, string>;
  choice: InstitutionChoice;
}

/** What was filled in, and over what; this is what the phone keeps of it, so its shape carries the version of the rows. */
export interface InstitutionInput extends InstitutionValues {
  start: InstitutionValues;
}

const labels: Record<FieldName | keyof InstitutionChoice, string> = {
  compName: '机构名称',
  siteTitle: '系统标题',
  licenceNumber: '登记号或备案编号',
  address: '地址',
  legalPerson: '法定代表人',
  principal: '主要负责人',
  beds: '床位',
  dentalChairs: '牙椅',
  complianceDept: '依法执业管理部门',
  category: '机构类别',
  level: '级别',
  grade: '等次',
  practice: '执业依据',
  subjects: '诊疗科目',
  services: '开展的服务',
  complianceStaff: '依法执业管理人员',
};

/** In words, what somebody else has filled in. Sets of ticks contradict nothing. */
const told = ({ fields, choice: { category, level, grade, practice, complianceStaff } }: InstitutionValues): Partial<Record<keyof typeof labels, string>> => ({
  ...fields,
  category,
  level: levelLabel[level],
  grade: grade === '' ? '未定等' : `${grade}等`,
  practice: practiceLabel[practice],
  complianceStaff: complianceStaff.map(({ name, isFullTime }) => `${name} ${isFullTime ? '专职' : '兼职'}`).join('、'),
});

/** Theirs, with what was put in or taken out here. */
const layTicks = (mine: ReadonlySet<unknown>, before: ReadonlySet<unknown>, theirs: ReadonlySet<unknown>): ReadonlySet<unknown> =>
  new Set([...mine, ...theirs].filter((item) => (mine.has(item) === before.has(item) ? theirs : mine).has(item)));

/**
 * Lays what was filled in over what the institution is by now: what only somebody else changed is theirs.
 * @returns what the form then holds, and in words what both changed, each in their own way
 */
export function layOver({ start, fields, choice }: InstitutionInput, now: InstitutionValues): InstitutionValues & { both: string[] } {
  const both: string[] = [];
  const lay = <Values extends object>(mine: Values, before: Values, theirs: Values): Values =>
    Object.fromEntries(
      Object.entries(theirs).map(([name, value]) => {
        const key = name as keyof Values & keyof typeof labels;
        const [own, began] = [mine[key], before[key]];
        if (isSameData(own, began)) return [name, value];
        if (own instanceof Set && began instanceof Set && value instanceof Set) return [name, layTicks(own, began, value)];
        if (!isSameData(value, began) && !isSameData(value, own)) both.push(`${labels[key]}（对方填写：${told(now)[key] || '空'}）`);
        return [name, own];
      }),
    ) as Values;
  return { fields: lay(fields, start.fields, now.fields), choice: lay(choice, start.choice, now.choice), both };
}

export function startOf({ compName, siteTitle, profile }: Institution): InstitutionValues {
  return {
    fields: {
      compName,
      siteTitle,
      licenceNumber: profile?.licenceNumber ?? '',
      address: profile?.address ?? '',
      legalPerson: profile?.legalPerson ?? '',
      principal: profile?.principal ?? '',
      beds: String(profile?.beds ?? 0),
      dentalChairs: String(profile?.dentalChairs ?? 0),
      complianceDept: profile?.complianceDept ?? '',
    },
    choice: {
      category: profile?.category ?? '',
      level: profile?.level ?? 0,
      grade: profile?.grade ?? '',
      practice: profile?.practice ?? 'licence',
      subjects: new Set(profile?.subjects),
      services: new Set(profile?.services),
      complianceStaff: profile?.complianceStaff ?? [],
    },
  };
}

/** Undefined while there is no category. */
export function toProfile(fields: Record<FieldName, string>, choice: InstitutionChoice): InstitutionProfile | undefined {
  const { category, level, grade, practice } = choice;
  if (category === '') return undefined;
  return {
    category,
    level,
    grade,
    practice,
    licenceNumber: fields.licenceNumber.trim(),
    address: fields.address.trim(),
    legalPerson: fields.legalPerson.trim(),
    principal: fields.principal.trim(),
    beds: Number(fields.beds),
    dentalChairs: Number(fields.dentalChairs),
    subjects: [...choice.subjects].sort(),
    services: [...choice.services],
    complianceDept: fields.complianceDept.trim(),
    complianceStaff: choice.complianceStaff.map(({ name, isFullTime }) => ({ name: name.trim(), isFullTime })).filter(({ name }) => name !== ''),
  };
}

export function toBody(fields: Record<FieldName, string>, choice: InstitutionChoice, revision: number): ChangedInstitution | undefined {
  const profile = toProfile(fields, choice);
  return profile && { compName: fields.compName.trim(), siteTitle: fields.siteTitle.trim(), profile, revision };
}
