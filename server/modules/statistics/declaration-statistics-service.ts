import { addDays, shanghaiDay } from '#contract/calendar.ts';
import { DECLARATION_TYPES } from '#contract/declaration-type.ts';
import { isClosedOn } from '#contract/department-kind.ts';
import type { DeclarationStatistics } from '#contract/statistics.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { listDepartmentOptions } from '../departments/department-service.ts';
import type { StatPeriod } from './check-statistics-service.ts';
import { countDeclarations, findDeclaredOfYear } from './declaration-figure-repository.ts';
import { figureScope, monthsOf } from './figure-service.ts';

/**
 * Records that were declared in the period (by the day of declaration in Shanghai), by type, month and department;
 * drafts do not count. `withoutAny` and `without` look at the year of today instead: departments without a declared
 * record for that year, but for those that are closed by its end, of which nothing is asked.
 */
export async function declarationStatistics(context: ServerContext, caller: Caller, period: StatPeriod): Promise<DeclarationStatistics> {
  const scope = await figureScope(context, caller, { from: period.startDate, to: period.endDate, deptId: period.deptId }, 'endDate');
  const year = Number(shanghaiDay(context.now()).slice(0, 4));
  const [counts, ofYear, options] = await Promise.all([
    countDeclarations(context.db, scope),
    findDeclaredOfYear(context.db, caller.compNo, year),
    listDepartmentOptions(context, caller.compNo),
  ]);
  const depts = options.filter((dept) => scope.deptId === undefined || dept.id === scope.deptId).map(({ id, deptName }) => ({ deptId: id, deptName }));
  const yearEnd = `${year}-12-31`;
  const asked = new Set(options.filter((dept) => !isClosedOn(yearEnd, dept)).map(({ id }) => id));
  const months = monthsOf(scope).map((month) => ({ month, byType: noCounts() }));
  const byType = noCounts();
  const byDept = new Map(depts.map(({ deptId }) => [deptId, noCounts()]));
  for (const row of counts) {
    const month = (row.isNextDay === 1 ? addDays(row.utcDay, 1) : row.utcDay).slice(0, 7);
    for (const target of [byType, months.find((each) => each.month === month)?.byType, byDept.get(row.deptId)]) {
      if (target !== undefined) target[row.selfDeclaredType] = (target[row.selfDeclaredType] ?? 0) + row.count;
    }
  }
  const declared = new Set(ofYear.flatMap((row) => [row.deptId, `${row.deptId} ${row.selfDeclaredType}`]));
  return {
    total: sumOf(byType),
    byType,
    months,
    departments: depts.map((dept) => {
      const own = byDept.get(dept.deptId) ?? noCounts();
      return { ...dept, total: sumOf(own), byType: own };
    }),
    year,
    withoutAny: depts.filter((dept) => asked.has(dept.deptId) && !declared.has(dept.deptId)),
    without: DECLARATION_TYPES.map((_, selfDeclaredType) => ({
      selfDeclaredType,
      departments: depts.filter((dept) => asked.has(dept.deptId) && !declared.has(`${dept.deptId} ${selfDeclaredType}`)),
    })),
  };
}

const noCounts = (): number[] => DECLARATION_TYPES.map(() => 0);

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
