import type { ChangedInstitution, Institution, InstitutionProfile } from '#contract/institution.ts';
import type { InstitutionCategory, Service } from '#contract/institution-profile.ts';
import { COMPANY_NAME_MAX, PERSON_NAME_MAX, SITE_TITLE_MAX } from '#contract/limits.ts';
import { personName, plainName, rules } from '#contract/rules.ts';
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
  beds: { maxLength: 5, rule: rules.nonNegativeInteger, check: atMost(20_000) },
  dentalChairs: { maxLength: 4, rule: rules.nonNegativeInteger, check: atMost(2000) },
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

export function startOf({ compName, siteTitle, profile }: Institution): { fields: Record<FieldName, string>; choice: InstitutionChoice } {
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
