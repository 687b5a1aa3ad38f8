/** What the audit log tells of, by groups, in the words of the screen. Each is a verb on an object. */
export const auditActionGroups = {
  登录与密码: {
    'session.signIn': '登录',
    'session.signOut': '退出登录',
    'session.end': '退出其他设备',
    'employee.password': '修改密码',
  },
  人员与科室: {
    'employee.add': '新增人员',
    'employee.update': '修改人员',
    'employee.delete': '停用人员',
    'employee.import': '导入人员',
    'employee.read': '查看人员完整信息',
    'dept.add': '新增科室',
    'dept.update': '修改科室',
    'dept.close': '停用科室',
    'dept.open': '恢复科室',
    'dept.points': '调整科室要点',
    'dept.delete': '删除科室',
    'dept.import': '导入科室',
  },
  检查任务: {
    'task.issue': '下发任务',
    'task.cancel': '取消任务',
    'answer.save': '保存自查结果',
    'deptTask.submit': '提交自查',
    'deptTask.return': '退回自查',
    'answer.import': '导入自查结果',
    'deptTask.import': '导入自查提交',
    'lateWork.handIn': '交来迟到的填写',
    'lateWork.accept': '采纳迟到的填写',
    'lateWork.reject': '不采纳迟到的填写',
    'severe.report': '报告重大问题',
    'severe.close': '关闭重大问题报告',
  },
  自纠: {
    'selfCorrection.save': '保存自纠',
    'selfCorrection.import': '导入自纠整改',
    'selfCorrection.confirm': '确认自纠',
    'selfCorrection.return': '退回自纠',
  },
  自主申报: {
    'declaration.add': '新建申报',
    'declaration.update': '修改申报',
    'declaration.declare': '提交申报',
    'declaration.delete': '删除申报',
    'opinion.add': '提交监督意见',
    'opinion.answer': '答复监督意见',
  },
  自查指标: {
    'checkItem.add': '新增自查项目',
    'checkItem.update': '修改自查项目',
    'checkItem.delete': '删除自查项目',
    'checkPoint.add': '新增检查要点',
    'checkPoint.update': '修改检查要点',
    'checkPoint.enable': '启用检查要点',
    'checkPoint.disable': '停用检查要点',
    'checkPoint.retire': '废止检查要点',
    'checkPoint.restore': '恢复检查要点',
    'checkPoint.import': '导入检查要点',
  },
  通知公告: {
    'notice.add': '新建公告',
    'notice.update': '修改公告',
    'notice.publish': '发布公告',
    'notice.withdraw': '撤回公告',
    'notice.delete': '删除公告',
  },
  导出: {
    'task.exportLink': '生成导出链接',
    'task.export': '导出检查结果',
    'selfCorrection.export': '导出整改台账',
    'statistics.export': '导出统计',
    'checkPoint.export': '导出检查要点',
    'audit.export': '导出操作日志',
  },
  其他: {
    'institution.update': '修改机构档案',
    'duty.set': '设置履职频次',
    'score.set': '设置评分等级',
    'file.upload': '上传文件',
    'testResource.add': '新增测试资源',
    'testResource.update': '修改测试资源',
    'testResource.enable': '启停测试资源',
    'testResource.delete': '删除测试资源',
  },
} as const;

type Groups = typeof auditActionGroups;
type KeyOfEach<Union> = Union extends unknown ? keyof Union : never;
export type AuditAction = KeyOfEach<Groups[keyof Groups]>;

export const auditActionLabel = Object.assign({}, ...Object.values(auditActionGroups)) as Record<AuditAction, string>;
export const AUDIT_ACTIONS = Object.keys(auditActionLabel) as AuditAction[];

export const auditObjectLabel = {
  company: '机构',
  employee: '人员',
  dept: '科室',
  task: '检查任务',
  deptTask: '科室任务',
  selfCorrection: '自纠',
  declaration: '自主申报',
  opinion: '监督意见',
  severeReport: '重大问题报告',
  checkItem: '自查项目',
  checkPoint: '检查要点',
  notice: '通知公告',
  file: '文件',
  testResource: '测试资源',
} as const;
export type AuditObject = keyof typeof auditObjectLabel;
