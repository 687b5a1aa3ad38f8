import type { DepartmentKind } from '#contract/department-kind.ts';
import type { InstitutionProfile } from '#contract/institution.ts';
import { usualProfile } from '#contract/usual-profile.ts';

/** Institutions, departments and people of the demonstration. All of them are invented. */
export interface DemonstrationDept {
  deptName: string;
  /** People beside those with a named account. */
  staffCount: number;
  kind: DepartmentKind;
  /** Treats patients, and so takes part in tasks for wards. */
  isClinical: boolean;
}

export interface DemonstrationAccount {
  account: string;
  password: string;
  isAdmin: 0 | 1;
  deptName: string;
  employeeName: string;
  sex: '男' | '女';
}

export interface DemonstrationCompany {
  compNo: string;
  compName: string;
  accounts: readonly DemonstrationAccount[];
  profile: InstitutionProfile;
  depts: readonly DemonstrationDept[];
  /** Marks the accounts of everybody else, who cannot sign in. */
  accountPrefix: string;
}

const dept = (deptName: string, staffCount: number, isClinical: boolean, kind: DepartmentKind): DemonstrationDept => ({ deptName, staffCount, isClinical, kind });

const ADMIN_PASSWORD = 'Admin2026';
const STAFF_PASSWORD = 'Staff2026';

export const companies: readonly DemonstrationCompany[] = [
  {
    compNo: '110001',
    compName: '示例市第一医院',
    profile: {
      ...usualProfile('综合医院', 3),
      grade: '甲',
      licenceNumber: '99010012345678901A1001',
      address: '示例市健康路 1 号',
      legalPerson: '周明远',
      principal: '周明远',
      beds: 820,
      dentalChairs: 12,
      subjects: ['01', '03', '03.01', '03.02', '03.04', '04', '04.01', '04.03', '05', '07', '10', '11', '12', '15', '16', '20', '21', '26', '28', '30', '31', '32', '50'],
      complianceDept: '医务科',
      complianceStaff: [{ name: '周明远', isFullTime: true }],
    },
    accountPrefix: 'yg',
    accounts: [
      { account: 'admin01', password: ADMIN_PASSWORD, isAdmin: 1, deptName: '医务科', employeeName: '周明远', sex: '男' },
      { account: 'staff01', password: STAFF_PASSWORD, isAdmin: 0, deptName: '内科', employeeName: '陈思齐', sex: '女' },
      { account: 'staff02', password: STAFF_PASSWORD, isAdmin: 0, deptName: '内科', employeeName: '林致和', sex: '男' },
      { account: 'staff03', password: STAFF_PASSWORD, isAdmin: 0, deptName: '外科', employeeName: '何立群', sex: '男' },
    ],
    depts: [
      dept('内科', 4, true, 'internalMedicine'),
      dept('外科', 4, true, 'surgery'),
      dept('妇产科', 4, true, 'obstetrics'),
      dept('儿科', 3, true, 'paediatrics'),
      dept('急诊科', 4, true, 'emergency'),
      dept('重症医学科', 3, true, 'intensiveCare'),
      dept('麻醉手术科', 3, true, 'anaesthesia'),
      dept('感染性疾病科', 3, true, 'infectious'),
      dept('心身医学科', 2, true, 'psychiatry'),
      dept('中医科', 2, true, 'traditional'),
      dept('康复医学科', 2, true, 'rehabilitation'),
      dept('口腔科', 2, true, 'dental'),
      dept('眼耳鼻喉科', 2, true, 'ent'),
      dept('血液透析室', 2, true, 'dialysis'),
      dept('检验科', 3, false, 'laboratory'),
      dept('医学影像科', 3, false, 'imaging'),
      dept('病理科', 2, false, 'pathology'),
      dept('输血科', 2, false, 'transfusion'),
      dept('药剂科', 3, false, 'pharmacy'),
      dept('消毒供应中心', 2, false, 'sterileSupply'),
      dept('预防保健科', 2, false, 'preventive'),
      dept('护理部', 2, false, 'nursing'),
      dept('医务科', 2, false, 'medicalAffairs'),
      dept('医院感染管理科', 2, false, 'infectionControl'),
      dept('设备科', 2, false, 'equipment'),
      dept('信息科', 2, false, 'information'),
      dept('后勤保障科', 2, false, 'logistics'),
    ],
  },
  {
    compNo: '110002',
    compName: '示例县中医院',
    profile: {
      ...usualProfile('中医医院', 2),
      grade: '甲',
      licenceNumber: '99010023456789012A2101',
      address: '示例县杏林路 8 号',
      legalPerson: '郑守仁',
      principal: '郑守仁',
      beds: 180,
      subjects: ['03', '20', '30', '50', '50.10', '50.13', '50.14'],
      complianceDept: '医务科',
      complianceStaff: [{ name: '郑守仁', isFullTime: false }],
    },
    accountPrefix: 'zy',
    accounts: [
      { account: 'admin91', password: ADMIN_PASSWORD, isAdmin: 1, deptName: '医务科', employeeName: '郑守仁', sex: '男' },
      { account: 'staff91', password: STAFF_PASSWORD, isAdmin: 0, deptName: '内科', employeeName: '黄慧敏', sex: '女' },
    ],
    depts: [
      dept('内科', 2, true, 'internalMedicine'),
      dept('针灸推拿科', 2, true, 'traditional'),
      dept('骨伤科', 2, true, 'traditional'),
      dept('急诊科', 2, true, 'emergency'),
      dept('中药房', 2, false, 'pharmacy'),
      dept('检验科', 1, false, 'laboratory'),
      dept('护理部', 1, false, 'nursing'),
      dept('医务科', 1, false, 'medicalAffairs'),
    ],
  },
  {
    compNo: '110003',
    compName: '示例街道诊所',
    profile: {
      ...usualProfile('诊所', 0),
      licenceNumber: '99010034567890123D1101',
      address: '示例市和平街 21 号',
      legalPerson: '沈佑安',
      principal: '沈佑安',
      subjects: ['02', '03'],
      complianceDept: '诊疗室',
      complianceStaff: [{ name: '沈佑安', isFullTime: false }],
    },
    accountPrefix: 'zs',
    accounts: [
      { account: 'admin81', password: ADMIN_PASSWORD, isAdmin: 1, deptName: '诊疗室', employeeName: '沈佑安', sex: '男' },
      { account: 'staff81', password: STAFF_PASSWORD, isAdmin: 0, deptName: '诊疗室', employeeName: '曹念慈', sex: '女' },
    ],
    depts: [dept('诊疗室', 1, true, 'whole')],
  },
];

/** Everybody else's name is put together from these. */
export const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'];
export const GIVEN_NAMES = {
  男: ['建国', '志强', '文博', '海涛', '俊杰', '家豪', '子轩', '明哲', '宇航', '晓东', '立新', '国栋', '永康', '绍华', '景行', '思源', '承志', '伟民', '浩然', '德全'],
  女: ['丽华', '秀英', '雨桐', '欣怡', '晓燕', '梦洁', '若曦', '静雯', '佳宁', '慧兰', '春梅', '玉珍', '诗涵', '婉清', '淑芬', '艳红', '可欣', '语嫣', '冬梅', '美玲'],
} as const;
