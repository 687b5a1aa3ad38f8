import type { SignedIn } from '#contract/session.ts';

/** What the server answers to a person who signs in, for tests that need no server. */
export const signedInAs = (employeeId: string): SignedIn => ({
  accessToken: `token-${employeeId}`,
  expiresTime: new Date(Date.now() + 7_200_000).toISOString(),
  refreshToken: `refresh-${employeeId}`,
  user: {
    employeeId,
    roleId: 1,
    avator: '',
    compName: '示例市第一医院',
    siteTitle: '',
    employeeName: `人员${employeeId}`,
    compNo: '110001',
    specCode: 'hospital',
    isAdmin: 0,
    account: employeeId,
    sex: '女',
    tel: '',
    email: '',
    idCard: '',
    deptId: 'd1',
    deptName: '内科',
    mustChangePassword: false,
  },
});
