import type { InstitutionProfile } from '#contract/institution.ts';

/** As the server has it when a form begins. */
export const profile: InstitutionProfile = {
  category: '综合医院',
  level: 2,
  grade: '甲',
  practice: 'licence',
  licenceNumber: '',
  address: '1 号',
  legalPerson: '',
  principal: '',
  beds: 100,
  dentalChairs: 0,
  subjects: ['03', '04'],
  services: ['canteen', 'healthCheck'],
  complianceDept: '',
  complianceStaff: [{ name: '甲', isFullTime: true }],
};
