import { v7 as uuidv7 } from 'uuid';
import { sql } from 'kysely';
import { addDays, shanghaiDay } from '#contract/calendar.ts';
import type { ServerContext } from '../../../server/context.ts';
import { insertRows } from '../../../server/database/json-rows.ts';
import type { Company } from './company.ts';

export const TASKS = 100_000;
/** Department tasks that are filled in and submitted; with their points, 1,000,000 answers. */
const ANSWERED_TASKS = 500;
const DEPARTMENTS_EACH = 10;
const POINTS_EACH = 200;
export const ANSWERS = ANSWERED_TASKS * DEPARTMENTS_EACH * POINTS_EACH;

const YEARS = 5;
const CHUNK = 20_000;

/**
 * Five years of a company that issues far more tasks than any does: 100,000 tasks, and 1,000,000 submitted answers, all of
 * the last year. One answer in twenty is 不合格. Answers are made inside the database; the rest is inserted in bulk.
 */
export async function insertHistory(context: ServerContext, company: Company): Promise<void> {
  const { db, dialect } = context;
  const today = shanghaiDay(context.now());
  const tasks = Array.from({ length: TASKS }, (_, index) => {
    const isAnswered = index % (TASKS / ANSWERED_TASKS) === 0;
    const position = index / TASKS;
    const startDate = addDays(today, -Math.round(isAnswered ? 20 + position * 320 : 20 + position * YEARS * 365));
    return {
      id: uuidv7(),
      comp_no: company.compNo,
      task_name: `第 ${index + 1} 次${index % 3 === 0 ? '全面自查' : '自查'}`,
      task_type: (index % 3) + 1,
      start_date: startDate,
      end_date: addDays(startDate, 14),
      correct_days: 15,
      remark: '',
      dept_count: isAnswered ? DEPARTMENTS_EACH : 1,
      submitted_count: isAnswered ? DEPARTMENTS_EACH : index % 4 === 0 ? 0 : 1,
      created_by: company.admin.id,
      created_at: `${startDate}T0${index % 10}:00:00.000Z`,
      isAnswered,
    };
  });
  const deptTasks = tasks.flatMap((task, index) =>
    Array.from({ length: task.dept_count }, (_, position) => ({
      id: uuidv7(),
      comp_no: company.compNo,
      task_id: task.id,
      dept_id: company.departments[(index + position) % company.departments.length]!.id,
      point_count: task.isAnswered ? POINTS_EACH : 20,
      answered_count: task.isAnswered ? POINTS_EACH : task.submitted_count * 20,
      unqualified_count: task.isAnswered ? POINTS_EACH / 20 : task.submitted_count,
      // Some days before and some after the end: on time and late.
      submitted_at: task.submitted_count === 0 ? null : `${addDays(task.start_date, 8 + (index % 9))}T02:00:00.000Z`,
      submitted_by: task.submitted_count === 0 ? null : company.admin.id,
      is_returned: 0,
    })),
  );

  await db.transaction().execute(async (trx) => {
    for (const rows of chunks(tasks)) {
      await insertRows(
        trx,
        dialect,
        'task',
        {
          id: 'text',
          comp_no: 'text',
          task_name: 'text',
          task_type: 'integer',
          start_date: 'text',
          end_date: 'text',
          correct_days: 'integer',
          remark: 'text',
          dept_count: 'integer',
          submitted_count: 'integer',
          created_by: 'text',
          created_at: 'text',
        },
        rows,
      );
    }
    for (const rows of chunks(deptTasks)) {
      await insertRows(
        trx,
        dialect,
        'dept_task',
        {
          id: 'text',
          comp_no: 'text',
          task_id: 'text',
          dept_id: 'text',
          point_count: 'integer',
          answered_count: 'integer',
          unqualified_count: 'integer',
          submitted_at: 'text',
          submitted_by: 'text',
          is_returned: 'integer',
        },
        rows,
      );
    }
    const points = await trx
      .selectFrom('check_point')
      .innerJoin('check_item', 'check_item.id', 'check_point.item_id')
      .select(['check_point.id', 'version_id', 'category_id', 'item_name'])
      .where('check_point.id', 'in', company.pointIds.slice(0, POINTS_EACH))
      .execute();
    for (const task of tasks.filter(({ isAnswered }) => isAnswered)) {
      await insertRows(
        trx,
        dialect,
        'task_point',
        { task_id: 'text', point_id: 'text', version_id: 'text', category_id: 'text', item_name: 'text', seq: 'integer' },
        points.map((point, index) => ({ task_id: task.id, point_id: point.id, version_id: point.version_id, category_id: point.category_id, item_name: point.item_name, seq: index + 1 })),
      );
    }
    await sql`insert into answer (dept_task_id, point_id, comp_no, dept_id, version_id, category_id, seq, result, remark, photos,
        answered_by, answered_at, saved_at, revision, submitted_at)
      select d.id, p.point_id, d.comp_no, d.dept_id, p.version_id, p.category_id, p.seq,
        case when p.seq % 20 = 0 then 'unqualified' else 'qualified' end,
        case when p.seq % 20 = 0 then '现场检查发现记录不完整' else '' end,
        '[]', d.submitted_by, d.submitted_at, d.submitted_at, 1, d.submitted_at
      from dept_task as d join task_point as p on p.task_id = d.task_id
      order by d.id, p.seq`.execute(trx);
    await sql`insert into self_correction (id, comp_no, dept_task_id, task_id, dept_id, due_date, item_count, corrected_count, created_at)
      select d.id, d.comp_no, d.id, d.task_id, d.dept_id, substr(d.submitted_at, 1, 10), d.unqualified_count, d.unqualified_count / 2, d.submitted_at
      from dept_task as d where d.point_count = ${POINTS_EACH} and d.submitted_at is not null`.execute(trx);
  });
  // PostgreSQL does this by itself, but later, in the middle of what is measured; SQLite has no such thing.
  if (dialect === 'postgres') await sql`vacuum analyze`.execute(db);
}

function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}
