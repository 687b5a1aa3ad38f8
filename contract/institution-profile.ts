/** What an institution says of itself, as far as it decides which check points concern it. */
/** The kinds of institutions of 医疗机构管理条例实施细则 (2017) article 3, group by group, and those set up by notices since. */
export const institutionGroups = {
  hospital: ['综合医院', '中医医院', '中西医结合医院', '民族医医院', '专科医院', '康复医院'],
  maternalChild: ['妇幼保健院', '妇幼保健计划生育服务中心'],
  communityHealth: ['社区卫生服务中心', '社区卫生服务站'],
  townshipHealth: ['中心卫生院', '乡（镇）卫生院', '街道卫生院'],
  sanatorium: ['疗养院'],
  outpatient: ['综合门诊部', '专科门诊部', '中医门诊部', '中西医结合门诊部', '民族医门诊部'],
  clinic: ['诊所', '中医诊所', '民族医诊所', '卫生所', '医务室', '卫生保健所', '卫生站'],
  village: ['村卫生室（所）'],
  emergency: ['急救中心', '急救站'],
  laboratory: ['临床检验中心'],
  diseaseControl: ['专科疾病防治院', '专科疾病防治所', '专科疾病防治站'],
  nursing: ['护理院', '护理站'],
  independent: ['医学检验实验室', '病理诊断中心', '医学影像诊断中心', '血液透析中心', '安宁疗护中心', '康复医疗中心', '护理中心', '消毒供应中心', '中小型眼科医院', '健康体检中心'],
  other: ['其他诊疗机构'],
} as const;
export type InstitutionGroup = keyof typeof institutionGroups;
export type InstitutionCategory = (typeof institutionGroups)[InstitutionGroup][number];

export const INSTITUTION_CATEGORIES: readonly InstitutionCategory[] = Object.values(institutionGroups).flat();

export const groupOf = (category: InstitutionCategory): InstitutionGroup =>
  (Object.keys(institutionGroups) as InstitutionGroup[]).find((group) => (institutionGroups[group] as readonly string[]).includes(category)) ?? 'other';

/** 0 where an institution is not graded. */
export const INSTITUTION_LEVELS = [0, 1, 2, 3] as const;
export type InstitutionLevel = (typeof INSTITUTION_LEVELS)[number];
export const levelLabel: Record<InstitutionLevel, string> = { 0: '未定级', 1: '一级', 2: '二级', 3: '三级' };

/** 等次; empty where there is none. */
export const INSTITUTION_GRADES = ['', '特', '甲', '乙', '丙'] as const;

/** With a licence (医疗机构执业许可证), or by filing (诊所备案凭证), 医疗机构管理条例 (2022) articles 14 and 23. */
export const PRACTICE_FORMS = ['licence', 'filing'] as const;
export type PracticeForm = (typeof PRACTICE_FORMS)[number];
export const practiceLabel: Record<PracticeForm, string> = { licence: '执业许可证', filing: '诊所备案凭证' };

/** What an institution may offer beside seeing patients; each decides over points. */
export const serviceLabel = {
  emergency: '急诊',
  surgery: '手术',
  anaesthesia: '麻醉',
  intensiveCare: '重症监护',
  restrictedTechnology: '限制类医疗技术',
  transplant: '器官移植',
  obstetrics: '产科（助产）',
  newborn: '新生儿病房',
  maternalCare: '孕产期、婚前或儿童保健',
  familyPlanning: '终止妊娠、计划生育技术',
  prenatalDiagnosis: '产前筛查、产前诊断',
  reproduction: '人类辅助生殖、精子库',
  blood: '临床用血',
  laboratory: '医学检验',
  pcr: '基因扩增检验',
  pathology: '病理',
  ultrasound: '超声检查',
  radiology: 'X射线、CT等放射诊断',
  intervention: '介入放射',
  radiotherapy: '放射治疗',
  nuclearMedicine: '核医学',
  dialysis: '血液透析',
  endoscopy: '内镜',
  dental: '口腔',
  aesthetic: '医疗美容',
  hyperbaric: '高压氧、压力容器',
  sterileSupply: '消毒供应',
  pharmacy: '药房、药品调剂',
  narcotics: '麻醉药品、第一类精神药品',
  psychotropics: '第二类精神药品',
  toxicDrugs: '医疗用毒性药品',
  preparations: '医院制剂',
  intravenousAdmixture: '静脉用药调配中心',
  traditional: '中医诊疗',
  herbal: '中药饮片、煎药',
  vaccination: '预防接种',
  feverClinic: '发热门诊、感染性疾病科',
  psychiatry: '精神科',
  psychiatricBeds: '精神科住院',
  healthCheck: '健康体检',
  occupationalCheck: '职业健康检查',
  occupationalDiagnosis: '职业病诊断',
  onlineCare: '互联网诊疗',
  electronicRecords: '电子病历',
  research: '临床研究、临床试验',
  insurance: '医保定点',
  canteen: '食堂',
} as const;
export type Service = keyof typeof serviceLabel;
export const SERVICES = Object.keys(serviceLabel) as [Service, ...Service[]];

/** What decides which check points concern an institution. */
export interface ApplicabilityProfile {
  category: InstitutionCategory;
  level: InstitutionLevel;
  beds: number;
  practice: PracticeForm;
  services: readonly Service[];
}

/** Whom a check point is for; all that is given has to hold. */
export interface AppliesTo {
  /** Any of these categories, where a group is too wide. */
  categories?: readonly InstitutionCategory[] | undefined;
  /** Any of these groups of institutions. */
  groups?: readonly InstitutionGroup[] | undefined;
  minLevel?: 1 | 2 | 3 | undefined;
  minBeds?: number | undefined;
  practice?: PracticeForm | undefined;
  /** Any of these services. */
  services?: readonly Service[] | undefined;
}

/**
 * Why a point does not concern an institution, for people to read, such as 未开展X射线、CT等放射诊断; null where it does, and
 * where the institution has no profile yet.
 */
export function whyNotAsked(asked: AppliesTo | undefined, profile: ApplicabilityProfile | null): string | null {
  if (!asked || !profile) return null;
  const { categories, groups, minLevel, minBeds, practice, services } = asked;
  if (categories && !categories.includes(profile.category)) return `机构类别为${profile.category}`;
  if (groups && !groups.includes(groupOf(profile.category))) return `机构类别为${profile.category}`;
  if (practice && practice !== profile.practice) return `执业依据为${practiceLabel[profile.practice]}`;
  if (minLevel && profile.level < minLevel) return `机构级别为${levelLabel[profile.level]}，${levelLabel[minLevel]}以上适用`;
  if (minBeds && profile.beds < minBeds) return profile.beds === 0 ? '未设住院床位' : `床位${profile.beds}张，${minBeds}张以上适用`;
  if (services && !services.some((service) => profile.services.includes(service))) return `未开展${services.map((service) => serviceLabel[service]).join('、')}`;
  return null;
}
