import type { InstitutionProfile } from './institution.ts';
import { groupOf, type InstitutionCategory, type InstitutionGroup, type InstitutionLevel, SERVICES, type Service } from './institution-profile.ts';

const hospitalServices: readonly Service[] = [
  'emergency', 'surgery', 'anaesthesia', 'blood', 'laboratory', 'radiology', 'ultrasound', 'endoscopy', 'sterileSupply', 'pharmacy', 'narcotics', 'psychotropics', 'traditional', 'herbal', 'healthCheck', 'electronicRecords', 'insurance', 'canteen',
];
/** Beside those of `hospitalServices`, from the second level on. */
const largeServices: readonly Service[] = ['intensiveCare', 'obstetrics', 'newborn', 'pathology', 'dialysis', 'dental', 'feverClinic'];
/** What even hospitals of the third level have seldom. */
const seldom: readonly Service[] = ['transplant', 'reproduction', 'psychiatricBeds', 'occupationalDiagnosis', 'hyperbaric', 'preparations', 'aesthetic'];

const servicesOfGroup: Partial<Record<InstitutionGroup, readonly Service[]>> = {
  maternalChild: [
    'emergency', 'surgery', 'anaesthesia', 'obstetrics', 'newborn', 'maternalCare', 'familyPlanning', 'prenatalDiagnosis', 'blood', 'laboratory', 'radiology', 'ultrasound', 'sterileSupply', 'pharmacy', 'narcotics', 'psychotropics', 'electronicRecords', 'vaccination', 'healthCheck', 'insurance', 'canteen',
  ],
  communityHealth: ['laboratory', 'radiology', 'ultrasound', 'maternalCare', 'pharmacy', 'psychotropics', 'traditional', 'herbal', 'vaccination', 'healthCheck', 'insurance'],
  townshipHealth: ['emergency', 'laboratory', 'radiology', 'ultrasound', 'maternalCare', 'pharmacy', 'psychotropics', 'traditional', 'herbal', 'vaccination', 'healthCheck', 'insurance'],
  sanatorium: ['laboratory', 'radiology', 'pharmacy', 'psychotropics', 'traditional', 'insurance', 'canteen'],
  outpatient: ['laboratory', 'radiology', 'pharmacy'],
  clinic: ['pharmacy'],
  village: ['pharmacy', 'insurance'],
  emergency: ['emergency', 'pharmacy'],
  laboratory: ['laboratory', 'pcr'],
  diseaseControl: ['laboratory', 'radiology', 'pharmacy', 'insurance'],
  nursing: ['pharmacy', 'insurance', 'canteen'],
};

const servicesOfCategory: Partial<Record<InstitutionCategory, readonly Service[]>> = {
  中医诊所: ['pharmacy', 'traditional', 'herbal'],
  民族医诊所: ['pharmacy', 'traditional', 'herbal'],
  中医门诊部: ['laboratory', 'pharmacy', 'traditional', 'herbal'],
  民族医门诊部: ['laboratory', 'pharmacy', 'traditional', 'herbal'],
  医学检验实验室: ['laboratory', 'pcr'],
  病理诊断中心: ['laboratory', 'pathology'],
  医学影像诊断中心: ['radiology', 'pharmacy'],
  血液透析中心: ['dialysis', 'laboratory', 'pharmacy', 'insurance'],
  安宁疗护中心: ['pharmacy', 'narcotics', 'psychotropics', 'insurance', 'canteen'],
  康复医疗中心: ['pharmacy', 'laboratory', 'radiology', 'insurance', 'canteen'],
  消毒供应中心: ['sterileSupply'],
  中小型眼科医院: ['surgery', 'anaesthesia', 'laboratory', 'pharmacy', 'insurance'],
  健康体检中心: ['healthCheck', 'laboratory', 'radiology'],
};

/** What institutions of a kind mostly offer: a proposal, to be looked through by the institution. */
export function usualServices(category: InstitutionCategory, level: InstitutionLevel): Service[] {
  const own = servicesOfCategory[category];
  if (own) return [...own];
  const group = groupOf(category);
  if (group !== 'hospital') return [...(servicesOfGroup[group] ?? [])];
  if (level === 3) return SERVICES.filter((service) => !seldom.includes(service));
  return level === 2 ? [...hospitalServices, ...largeServices] : [...hospitalServices];
}

const usualBeds = (category: InstitutionCategory, level: InstitutionLevel): number => {
  const group = groupOf(category);
  if (group === 'hospital' || group === 'maternalChild') return level === 3 ? 500 : level === 2 ? 100 : 20;
  return group === 'townshipHealth' || group === 'sanatorium' || group === 'nursing' ? 20 : 0;
};

/** A profile to begin with, of which the institution knows its category and level alone. */
export const usualProfile = (category: InstitutionCategory, level: InstitutionLevel): InstitutionProfile => ({
  category,
  level,
  grade: '',
  // Other clinics, 卫生所 and 医务室 have a licence: only these two are filed (条例 2022, article 14; 中医药法, article 14).
  practice: category === '诊所' || category === '中医诊所' ? 'filing' : 'licence',
  licenceNumber: '',
  address: '',
  legalPerson: '',
  principal: '',
  beds: usualBeds(category, level),
  dentalChairs: 0,
  subjects: [],
  services: usualServices(category, level),
  complianceDept: '',
  complianceStaff: [],
});
