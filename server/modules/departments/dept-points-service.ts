import type { CallRequest } from '#contract/endpoints.ts';
import { shanghaiDay } from '#contract/calendar.ts';
import { createDeptPoints, type DeptPointSwitch } from '#contract/department-points.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { once } from '../../database/operations.ts';
import { notFound } from '../../errors.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { findCompanyPoints } from '../check-points/company-point-service.ts';
import { listOptions } from './department-repository.ts';
import { dropSwitches, listSwitches, putSwitches } from './dept-points-repository.ts';

/** What the departments of a company are asked, or not, by hand. */
export async function listDeptPointSwitches({ db }: { db: Queryable }, compNo: string): Promise<DeptPointSwitch[]> {
  const rows = await listSwitches(db, compNo);
  return rows.map((row) => ({ deptId: row.dept_id, pointId: row.point_id, isAsked: row.is_asked === 1 }));
}

const verbs = { asked: '增加', notAsked: '去除' } as const;

/**
 * Adds points to what a department is asked, or takes them away, for new tasks. What its present kind says already needs no
 * switch. @returns how many were named
 */
export async function switchDeptPoints(
  { db, dialect, now }: ServerContext,
  caller: Caller,
  { deptId, pointIds, choice }: CallRequest<'switchDeptPoints'>['body'],
): Promise<number> {
  const wanted = [...new Set(pointIds)];
  await once(db, caller.operation, async (trx) => {
    const departments = await listOptions(trx, caller.compNo);
    const department = departments.find(({ id }) => id === deptId);
    const found = await findCompanyPoints(trx, dialect, caller.compNo, wanted);
    if (department === undefined || found.length < wanted.length) throw notFound();
    const { isAskedByKind } = createDeptPoints(departments, [], shanghaiDay(now()));
    const isAsked = choice === 'asked';
    const byHand = found.filter(({ kinds }) => isAskedByKind(department, kinds) !== isAsked);
    await dropSwitches(trx, dialect, deptId, wanted);
    await putSwitches(trx, dialect, byHand.map(({ id }) => ({ comp_no: caller.compNo, dept_id: deptId, point_id: id, is_asked: isAsked ? 1 : 0 })));
    const named = found.slice(0, 5).map(({ name }) => name).join('、');
    const summary = `${verbs[choice]} ${department.deptName} 的自查要点 ${wanted.length} 个：${named}${found.length > 5 ? ' 等' : ''}`;
    await recordAudit(trx, caller, { action: 'dept.points', objectType: 'dept', objectId: deptId, summary }, now());
  });
  return wanted.length;
}
