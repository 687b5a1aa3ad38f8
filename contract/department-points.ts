/** 科室要点: which of an institution's points a department is asked. */
import { type DepartmentKind, isClosedOn } from './department-kind.ts';

/** Points that the departments of a task have on lists of their own, all lists together: a body of 8 MB holds so many. */
export const OWN_LIST_POINTS_PER_TASK = 200_000;
export const OWN_LISTS_TOO_LONG = `各科室单独指定的要点合计最多 ${OWN_LIST_POINTS_PER_TASK} 个，请分几次下发`;

export interface AskedDepartment {
  id: string;
  kind?: DepartmentKind | undefined;
  closedFrom?: string | undefined;
}

export interface DeptPointSwitch {
  deptId: string;
  pointId: string;
  /** Asked though its kind does not say so, or not asked though it does. */
  isAsked: boolean;
}

/** Who answers for what concerns the institution and has no department of its own, the first that there is. */
const ANSWERING_KINDS: readonly DepartmentKind[] = ['whole', 'office', 'medicalAffairs'];

/**
 * Tells which department is asked which point. By kind: a point without kinds, and a department without one, mean everybody;
 * a point whose kinds no open department has goes to who answers for the institution, or to all where nobody does. What was
 * switched by hand comes before that.
 */
export function createDeptPoints(departments: readonly AskedDepartment[], switches: readonly DeptPointSwitch[], day: string) {
  const open = departments.filter((department) => !isClosedOn(day, department));
  const openKinds = new Set(open.map(({ kind }) => kind));
  const isHomeless = (kinds: readonly DepartmentKind[]): boolean => !kinds.some((kind) => openKinds.has(kind));
  const answering = ANSWERING_KINDS.find((kind) => openKinds.has(kind));
  const switched = new Map(switches.map(({ deptId, pointId, isAsked }) => [`${deptId} ${pointId}`, isAsked]));

  const isAskedByKind = ({ kind }: AskedDepartment, kinds: readonly DepartmentKind[] | undefined): boolean => {
    if (kinds === undefined || kind === undefined) return true;
    if (isHomeless(kinds)) return answering === undefined || kind === answering;
    return kinds.includes(kind);
  };
  return {
    isAskedByKind,
    isAsked: (department: AskedDepartment, point: { id: string; kinds?: readonly DepartmentKind[] | undefined }): boolean =>
      switched.get(`${department.id} ${point.id}`) ?? isAskedByKind(department, point.kinds),
    isSwitched: (department: AskedDepartment, pointId: string): boolean => switched.has(`${department.id} ${pointId}`),
  };
}
