import { sql } from 'kysely';
import type { Result } from '#contract/result.ts';
import type { Queryable } from '../../context.ts';
import { contains } from '../../database/dialect.ts';
import { wordingColumns } from '../../database/point-wording.ts';

/** Points of a task in their order, with the answers of all its departments counted; `total` counts those on all pages. */
export async function findTaskPointPage(
  db: Queryable,
  filter: {
    taskId: string;
    categoryId?: string | undefined;
    /** Only points that some department answered so. */
    result?: Result | undefined;
    keyword: string;
  },
  page: { pageNum: number; pageSize: number },
) {
  const matching = db
    .selectFrom('task_point as tp')
    .innerJoin('check_point_version as v', 'v.id', 'tp.version_id')
    .innerJoin('check_item as category', 'category.id', 'tp.category_id')
    .where('tp.task_id', '=', filter.taskId)
    .$if(filter.categoryId !== undefined, (query) => query.where('tp.category_id', '=', filter.categoryId ?? ''))
    .$if(filter.keyword !== '', (query) =>
      query.where((eb) => eb.or(['v.content', 'v.method', 'v.basis_law', 'v.basis_gist'].map((column) => contains(column, filter.keyword)))),
    )
    .$if(filter.result !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('dept_task as d')
            .innerJoin('answer as a', 'a.dept_task_id', 'd.id')
            .select('a.point_id')
            .whereRef('d.task_id', '=', 'tp.task_id')
            .whereRef('a.point_id', '=', 'tp.point_id')
            .where('a.result', '=', filter.result ?? null),
        ),
      ),
    );
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(['tp.point_id', 'category.item_name as category_name', ...wordingColumns])
    .orderBy('tp.seq')
    .limit(page.pageSize)
    .offset((page.pageNum - 1) * page.pageSize)
    .execute();
  return { rows, total };
}

/** Answers of all departments to some points of a task. */
export const countAnswersByPoint = (db: Queryable, taskId: string, pointIds: readonly string[]) => {
  const countOf = (result: Result) => sql<number>`sum(case when a.result = ${result} then 1 else 0 end)`;
  return db
    .selectFrom('dept_task as d')
    .innerJoin('answer as a', 'a.dept_task_id', 'd.id')
    .select((eb) => [
      'a.point_id',
      eb.fn.countAll<number>().as('dept_count'),
      countOf('qualified').as('qualified'),
      countOf('unqualified').as('unqualified'),
      countOf('notApplicable').as('not_applicable'),
    ])
    .where('d.task_id', '=', taskId)
    .where('a.point_id', 'in', pointIds)
    .groupBy('a.point_id')
    .execute();
};
