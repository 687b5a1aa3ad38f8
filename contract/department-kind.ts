/** 科室类别: which points a department is asked. */

export const departmentKindLabel = {
  whole: '全院（不分科）',
  generalPractice: '全科医疗科',
  internalMedicine: '内科',
  surgery: '外科',
  obstetrics: '妇产科',
  paediatrics: '儿科',
  newborn: '新生儿科',
  ophthalmology: '眼科',
  ent: '耳鼻咽喉科',
  dental: '口腔科',
  dermatology: '皮肤科',
  aesthetic: '医疗美容科',
  psychiatry: '精神科',
  infectious: '感染性疾病科',
  oncology: '肿瘤科',
  emergency: '急诊科',
  intensiveCare: '重症医学科',
  anaesthesia: '麻醉手术科',
  rehabilitation: '康复医学科',
  pain: '疼痛科',
  hospice: '老年、安宁疗护科',
  traditional: '中医科',
  dialysis: '血液透析室',
  endoscopy: '内镜室',
  intervention: '介入导管室',
  reproduction: '生殖医学科',
  outpatient: '门诊部',
  healthCheck: '体检中心',
  occupational: '职业病科',
  preventive: '预防保健、公共卫生科',
  vaccination: '预防接种门诊',
  laboratory: '检验科',
  pathology: '病理科',
  imaging: '医学影像科',
  ultrasound: '超声、功能检查科',
  nuclearMedicine: '核医学科',
  radiotherapy: '放疗科',
  transfusion: '输血科',
  pharmacy: '药剂科',
  sterileSupply: '消毒供应中心',
  nutrition: '营养科、食堂',
  medicalAffairs: '医务、质控科',
  nursing: '护理部',
  infectionControl: '医院感染管理科',
  medicalRecords: '病案科',
  research: '科研教学科',
  equipment: '设备科',
  information: '信息科',
  logistics: '后勤、保卫科',
  insurance: '医保、收费科',
  personnel: '人事科',
  office: '院办、党办、宣传',
  patientRelations: '投诉接待、患者服务',
} as const;
export type DepartmentKind = keyof typeof departmentKindLabel;
export const DEPARTMENT_KINDS = Object.keys(departmentKindLabel) as [DepartmentKind, ...DepartmentKind[]];

/** Departments that admit patients to beds. */
export const WARD_KINDS = ['internalMedicine', 'surgery', 'obstetrics', 'paediatrics', 'newborn', 'ophthalmology', 'ent', 'psychiatry', 'infectious', 'oncology', 'intensiveCare', 'rehabilitation', 'hospice', 'traditional'] as const satisfies readonly DepartmentKind[];

/** Departments whose doctors see patients, wards or not. */
export const CLINICAL_KINDS = [...WARD_KINDS, 'generalPractice', 'dental', 'dermatology', 'aesthetic', 'emergency', 'pain', 'dialysis', 'reproduction'] as const satisfies readonly DepartmentKind[];

/** Departments that examine or treat for others. */
export const TECHNICAL_KINDS = ['anaesthesia', 'endoscopy', 'intervention', 'laboratory', 'pathology', 'imaging', 'ultrasound', 'nuclearMedicine', 'radiotherapy', 'transfusion', 'pharmacy', 'sterileSupply'] as const satisfies readonly DepartmentKind[];

/** Whether a department is closed on a day. */
export const isClosedOn = (day: string, { closedFrom }: { closedFrom?: string | undefined }): boolean => closedFrom !== undefined && closedFrom <= day;
