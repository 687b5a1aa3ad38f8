/** Institutions, departments and people of the demonstration. All of them are invented. */
export interface DemonstrationDept {
  deptName: string;
  /** People beside those with a named account. */
  staffCount: number;
  /** Categories of the national library, by number, that concern the department; elsewhere it answers 不适用 as a rule. */
  categories: readonly number[];
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
  depts: readonly DemonstrationDept[];
  /** Marks the accounts of everybody else, who cannot sign in. */
  accountPrefix: string;
}

const dept = (deptName: string, staffCount: number, isClinical: boolean, ...categories: number[]): DemonstrationDept => ({
  deptName,
  staffCount,
  isClinical,
  categories,
});

const ADMIN_PASSWORD = 'Admin2026';
const STAFF_PASSWORD = 'Staff2026';

export const companies: readonly DemonstrationCompany[] = [
  {
    compNo: '110001',
    compName: '示例市第一医院',
    accountPrefix: 'yg',
    accounts: [
      { account: 'admin01', password: ADMIN_PASSWORD, isAdmin: 1, deptName: '医务科', employeeName: '周明远', sex: '男' },
      { account: 'staff01', password: STAFF_PASSWORD, isAdmin: 0, deptName: '内科', employeeName: '陈思齐', sex: '女' },
      { account: 'staff02', password: STAFF_PASSWORD, isAdmin: 0, deptName: '内科', employeeName: '林致和', sex: '男' },
      { account: 'staff03', password: STAFF_PASSWORD, isAdmin: 0, deptName: '外科', employeeName: '何立群', sex: '男' },
    ],
    depts: [
      dept('内科', 4, true, 1, 2, 3, 5, 6, 11, 12),
      dept('外科', 4, true, 1, 2, 3, 4, 5, 6, 11, 12),
      dept('妇产科', 4, true, 1, 2, 3, 5, 6, 7, 11, 12),
      dept('儿科', 3, true, 1, 2, 3, 5, 6, 7, 11, 12),
      dept('急诊科', 4, true, 1, 2, 3, 5, 6, 11, 12),
      dept('重症医学科', 3, true, 2, 3, 4, 5, 6, 11, 12),
      dept('麻醉手术科', 3, true, 2, 3, 4, 5, 6, 11),
      dept('感染性疾病科', 3, true, 1, 2, 3, 5, 6, 11, 12),
      dept('心身医学科', 2, true, 2, 3, 5, 6, 9, 11, 12),
      dept('中医科', 2, true, 1, 2, 3, 5, 6, 10, 11, 12),
      dept('康复医学科', 2, true, 2, 3, 5, 6, 10, 11),
      dept('口腔科', 2, true, 1, 2, 3, 5, 6, 8, 11, 12),
      dept('眼耳鼻喉科', 2, true, 2, 3, 5, 6, 11, 12),
      dept('血液透析室', 2, true, 2, 3, 5, 6, 11),
      dept('检验科', 3, false, 1, 2, 3, 5, 6, 11),
      dept('医学影像科', 3, false, 1, 2, 3, 5, 6, 8, 11),
      dept('病理科', 2, false, 2, 3, 5, 6, 11),
      dept('输血科', 2, false, 2, 3, 5, 6, 11),
      dept('药剂科', 3, false, 1, 2, 3, 5, 6, 10, 11, 12),
      dept('消毒供应中心', 2, false, 2, 3, 5, 6),
      dept('预防保健科', 2, false, 1, 2, 3, 6, 8, 11, 12),
      dept('护理部', 2, false, 1, 2, 3, 5, 6, 11, 12),
      dept('医务科', 2, false, 1, 2, 4, 5, 6, 11, 12),
      dept('医院感染管理科', 2, false, 1, 2, 5, 6, 12),
      dept('设备科', 2, false, 1, 2, 3, 5, 8),
      dept('信息科', 2, false, 1, 5, 11, 12),
      dept('后勤保障科', 2, false, 1, 5, 6, 12),
    ],
  },
  {
    compNo: '110002',
    compName: '示例县中医院',
    accountPrefix: 'zy',
    accounts: [
      { account: 'admin91', password: ADMIN_PASSWORD, isAdmin: 1, deptName: '医务科', employeeName: '郑守仁', sex: '男' },
      { account: 'staff91', password: STAFF_PASSWORD, isAdmin: 0, deptName: '内科', employeeName: '黄慧敏', sex: '女' },
    ],
    depts: [
      dept('内科', 2, true, 1, 2, 3, 5, 6, 10, 11, 12),
      dept('针灸推拿科', 2, true, 1, 2, 3, 5, 6, 10, 11, 12),
      dept('骨伤科', 2, true, 1, 2, 3, 4, 5, 6, 10, 11, 12),
      dept('急诊科', 2, true, 1, 2, 3, 5, 6, 11, 12),
      dept('中药房', 2, false, 1, 2, 3, 6, 10, 11),
      dept('检验科', 1, false, 1, 2, 3, 5, 6, 11),
      dept('护理部', 1, false, 1, 2, 3, 5, 6, 11, 12),
      dept('医务科', 1, false, 1, 2, 4, 5, 6, 11, 12),
    ],
  },
];

/** Everybody else's name is put together from these. */
export const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'];
export const GIVEN_NAMES = {
  男: ['建国', '志强', '文博', '海涛', '俊杰', '家豪', '子轩', '明哲', '宇航', '晓东', '立新', '国栋', '永康', '绍华', '景行', '思源', '承志', '伟民', '浩然', '德全'],
  女: ['丽华', '秀英', '雨桐', '欣怡', '晓燕', '梦洁', '若曦', '静雯', '佳宁', '慧兰', '春梅', '玉珍', '诗涵', '婉清', '淑芬', '艳红', '可欣', '语嫣', '冬梅', '美玲'],
} as const;
