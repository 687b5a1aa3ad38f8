import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { BareSetup, BareStore, Row } from './bare-setup.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Named statements, which PostgreSQL keeps prepared for each connection; as many connections as the product has. */
export function openBarePostgres({ databaseUrl, queries, author }: BareSetup): BareStore {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

  const read = async (): Promise<Row[][]> => {
    const connection = await pool.connect();
    try {
      const results: Row[][] = [];
      for (const [index, { sql, parameters }] of queries.entries()) {
        const { rows } = await connection.query<Row>({ name: `read ${index}`, text: sql, values: [...parameters] });
        results.push(rows);
      }
      return results;
    } finally {
      connection.release();
    }
  };

  const entries = `jsonb_to_recordset($1) as e(id text, "pointId" text, result text, remark text, photos text, "answeredAt" text, "baseRevision" integer)`;
  const insertHistory = `insert into answer_history (entry_id, comp_no, dept_task_id, point_id, result, remark, photos, answered_by,
    answered_at, saved_at, revision, is_conflict)
    select e.id, $2, $3, e."pointId", e.result, e.remark, e.photos, $4, e."answeredAt", $5, e."baseRevision" + 1, 0 from ${entries}`;
  const updateAnswers = `update answer set result = e.result, remark = e.remark, photos = e.photos, answered_by = $3,
    answered_at = e."answeredAt", saved_at = $4, revision = e."baseRevision" + 1
    from ${entries} where answer.dept_task_id = $2 and answer.point_id = e."pointId"`;
  const updateCounts = 'update dept_task set answered_count = $2, unqualified_count = $3 where id = $1';
  const insertAudit = `insert into audit_record (id, comp_no, employee_id, account, action, object_type, object_id, summary, address, succeeded, at)
    values ($1, $2, $3, $4, 'answer.save', 'deptTask', $5, '', '127.0.0.1', 1, $6)`;

  return {
    read,
    save: async (answers) => {
      const at = new Date().toISOString();
      const rows = JSON.stringify(answers.entries);
      const unqualified = answers.entries.filter(({ result }) => result === 'unqualified').length;
      const connection = await pool.connect();
      try {
        const run = (name: string, text: string, values: unknown[]) => connection.query({ name, text, values });
        await connection.query('begin');
        await run('history', insertHistory, [rows, author.compNo, answers.deptTaskId, author.employeeId, at]);
        await run('answers', updateAnswers, [rows, answers.deptTaskId, author.employeeId, at]);
        await run('counts', updateCounts, [answers.deptTaskId, answers.entries.length, unqualified]);
        await run('audit', insertAudit, [randomUUID(), author.compNo, author.employeeId, author.account, answers.deptTaskId, at]);
        await connection.query('commit');
      } catch (error) {
        await connection.query('rollback');
        throw error;
      } finally {
        connection.release();
      }
    },
    close: () => pool.end(),
  };
}
