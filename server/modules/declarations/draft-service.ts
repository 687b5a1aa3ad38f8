import { shanghaiDay } from '#contract/calendar.ts';
import { declarationType } from '#contract/declaration-type.ts';
import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import { DECLARATION_BODY_MAX } from '#contract/limits.ts';
import { TASK_TYPES } from '#contract/task-status.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { notFound, wrongField } from '../../errors.ts';
import { findDepartmentName } from '../departments/department-service.ts';
import { checkStatistics } from '../statistics/check-statistics-service.ts';
import { checkedFigure, countOverdue, figureScope } from '../statistics/figure-service.ts';
import { countProblems, findCompanyName, findDeclaredWork, findProblems } from './draft-repository.ts';
import { draftText, hasDraft } from './draft-text.ts';

/** Problems named one by one, unless more are still being corrected: more is no text that somebody reads. */
const PROBLEMS_MAX = 60;
/** Trainings and publications that are named. */
const TITLES_MAX = 5;
/** Lines of problems are longer than twenty characters, so no more of them fit into a declaration. */
const LINES_MAX = DECLARATION_BODY_MAX / 20;

/**
 * A draft of the year so far: of the own department, for an administrator of the whole institution or the department asked for.
 * @throws AppError for types that have none, and for a year that has not begun
 */
export async function draftDeclaration(
  context: ServerContext,
  caller: Caller,
  type: number,
  { year, deptId }: CallRequest<'draftSelfDeclare'>['query'],
): Promise<CallAnswer<'draftSelfDeclare'>> {
  if (!hasDraft(type)) throw notFound();
  const today = shanghaiDay(context.now());
  const from = `${year}-01-01`;
  if (from > today) throw wrongField('year', '该年度尚未开始，没有可以汇总的自查记录');
  const to = today < `${year}-12-31` ? today : `${year}-12-31`;
  const asked = caller.role === 'admin' ? deptId : caller.deptId;
  const scope = await figureScope(context, caller, { from, to, deptId: asked }, 'year');
  const name = asked === undefined ? await findCompanyName(context.db, caller.compNo) : ((await findDepartmentName(context.db, caller.compNo, asked)) ?? '');
  const checks = [];
  for (const { value: taskType } of TASK_TYPES) {
    const { total } = await checkStatistics(context, caller, taskType, { startDate: from, endDate: to, deptId: asked });
    checks.push({ ...total, overdue: await countOverdue(context, { ...scope, taskType }) });
  }
  const { figure } = await checkedFigure(context, scope);
  const problemCounts = await countProblems(context.db, scope);
  const problems = await findProblems(context.db, scope, Math.min(Math.max(problemCounts.open, PROBLEMS_MAX), LINES_MAX));
  const trainings = await findDeclaredWork(context.db, scope, year, declarationType.teachTrain, TITLES_MAX);
  const publications = await findDeclaredWork(context.db, scope, year, declarationType.publicity, TITLES_MAX);
  const recordsTitle = caller.role === 'admin' ? '科室自纠记录' : '我的自纠';
  return { ...draftText(type, { year, name, from, to, checks, topPoints: figure.topPoints, problems, problemCounts, trainings, publications, recordsTitle }), name, from, to };
}
