import type { DepartmentOption } from '#contract/department.ts';
import { paths } from '@/lib/paths.ts';

export interface FirstStep {
  title: string;
  path: string;
  isDone: boolean;
  /** What there is, once it is done. */
  found: string;
  /** What to do, until then. */
  todo: string;
}

interface Found {
  departments: readonly Pick<DepartmentOption, 'employeeCount'>[];
  lawCount: number;
  hasProfile: boolean;
}

/** From an institution that has its first department and administrator to its first task. A clinic may stay with one department. */
export function firstSteps({ departments, lawCount, hasProfile }: Found): FirstStep[] {
  const people = departments.reduce((sum, { employeeCount }) => sum + employeeCount, 0);
  return [
    { title: '科室', path: paths.office.to(), isDone: departments.length > 1 || people > 1, found: `${departments.length} 个科室`, todo: '新增科室，或从表格导入' },
    { title: '人员', path: paths.user.to(), isDone: people > 1, found: `${people} 名人员`, todo: '新增各科室的人员，或从表格导入' },
    { title: '法规', path: paths.law.to(), isDone: lawCount > 0, found: `${lawCount} 部法规`, todo: '请系统运维人员导入法律法规' },
    { title: '要点', path: hasProfile ? paths.selfCheck.to() : paths.institution.to(), isDone: hasProfile, found: '已按机构档案确定要点', todo: '填写机构档案，确定本机构自查哪些要点' },
    { title: '首个任务', path: paths.taskCreate.to(), isDone: false, found: '', todo: '向科室下发第一个检查任务' },
  ];
}
