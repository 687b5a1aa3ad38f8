import type { Queryable } from '../../context.ts';

/** The parts of a task in the order of the departments. */
export const findDeptTasks = (db: Queryable, compNo: string, taskId: string, deptId: string | undefined) =>
  db
    .selectFrom('dept_task')
    .innerJoin('dept', 'dept.id', 'dept_task.dept_id')
    .leftJoin('employee', 'employee.id', 'dept_task.submitted_by')
    .leftJoin('self_correction', 'self_correction.dept_task_id', 'dept_task.id')
    .select([
      'dept_task.id',
      'dept.dept_name',
      'dept_task.point_count',
      'dept_task.answered_count',
      'dept_task.submitted_at',
      'dept_task.is_returned',
      'dept_task.first_submitted_at',
      'employee.employee_name as submitted_by_name',
      'self_correction.id as correction_id',
      'self_correction.corrected_at',
    ])
    .where('dept_task.task_id', '=', taskId)
    .where('dept_task.comp_no', '=', compNo)
    .$if(deptId !== undefined, (rows) => rows.where('dept_task.dept_id', '=', deptId ?? ''))
    .orderBy('dept.sort')
    .orderBy('dept.id')
    .execute();

export type ExportedDeptTask = Awaited<ReturnType<typeof findDeptTasks>>[number];

/** Points of a department task after a position, in the wording that they were issued with. */
export const findPoints = (db: Queryable, deptTaskId: string, after: number, limit: number) =>
  db
    .selectFrom('answer')
    .innerJoin('check_point_version as wording', 'wording.id', 'answer.version_id')
    .innerJoin('dept_task', 'dept_task.id', 'answer.dept_task_id')
    .innerJoin('task_point as issued', (join) => join.onRef('issued.task_id', '=', 'dept_task.task_id').onRef('issued.point_id', '=', 'answer.point_id'))
    .innerJoin('check_item as category', 'category.id', 'answer.category_id')
    .leftJoin('employee', 'employee.id', 'answer.answered_by')
    .select([
      'answer.seq',
      'category.item_name as category_name',
      'issued.item_name',
      'wording.content',
      'wording.method',
      'wording.basis_law',
      'wording.basis_article',
      'wording.weight',
      'wording.mark',
      'answer.result',
      'answer.remark',
      'answer.photos',
      'employee.employee_name as answered_by_name',
      'answer.answered_at',
    ])
    .where('answer.dept_task_id', '=', deptTaskId)
    .where('answer.seq', '>', after)
    .orderBy('answer.seq')
    .limit(limit)
    .execute();

/** Who asked for an export: undefined when that person is no administrator of the company any more. */
export const findAdmin = (db: Queryable, compNo: string, employeeId: string) =>
  db
    .selectFrom('employee')
    .select(['id', 'account', 'employee_name'])
    .where('id', '=', employeeId)
    .where('comp_no', '=', compNo)
    .where('is_admin', '=', 1)
    .where('enabled', '=', 1)
    .executeTakeFirst();
