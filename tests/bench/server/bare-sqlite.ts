import { randomUUID } from 'node:crypto';
import SqliteDatabase from 'better-sqlite3';
import type { AnswersOfTask, BareSetup, BareStore, Row } from './bare-setup.ts';

/** As safe as the product's: write-ahead log, and on disk before it is answered. */
export function openBareSqlite({ sqliteFile, queries, author }: BareSetup): BareStore {
  const db = new SqliteDatabase(sqliteFile);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('busy_timeout = 5000');
  const reads = queries.map(({ sql, parameters }) => ({ statement: db.prepare<unknown[], Row>(sql), parameters }));

  const insertHistory = db.prepare(`insert into answer_history (entry_id, comp_no, dept_task_id, point_id, result, remark, photos,
    answered_by, answered_at, saved_at, revision, is_conflict) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`);
  const updateAnswer = db.prepare(`update answer set result = ?, remark = ?, photos = ?, answered_by = ?, answered_at = ?, saved_at = ?,
    revision = ? where dept_task_id = ? and point_id = ?`);
  const updateCounts = db.prepare('update dept_task set answered_count = ?, unqualified_count = ? where id = ?');
  const insertAudit = db.prepare(`insert into audit_record (id, comp_no, employee_id, account, action, object_type, object_id, summary,
    address, succeeded, at) values (?, ?, ?, ?, 'answer.save', 'deptTask', ?, '', '127.0.0.1', 1, ?)`);

  const save = db.transaction(({ deptTaskId, entries }: AnswersOfTask) => {
    const at = new Date().toISOString();
    for (const { id, pointId, result, remark = '', photos = [], answeredAt, baseRevision } of entries) {
      const stored = JSON.stringify(photos);
      insertHistory.run(id, author.compNo, deptTaskId, pointId, result, remark, stored, author.employeeId, answeredAt, at, baseRevision + 1);
      updateAnswer.run(result, remark, stored, author.employeeId, answeredAt, at, baseRevision + 1, deptTaskId, pointId);
    }
    updateCounts.run(entries.length, entries.filter(({ result }) => result === 'unqualified').length, deptTaskId);
    insertAudit.run(randomUUID(), author.compNo, author.employeeId, author.account, deptTaskId, at);
  });

  return {
    read: () => reads.map(({ statement, parameters }) => statement.all(...parameters)),
    save: (answers) => save.immediate(answers),
    close: () => {
      db.close();
    },
  };
}
