/** What the checker reads of the server's database, and does to it. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { HeldByServer, Value } from './ledger.ts';

interface ValueColumns {
  point_id: string;
  result: Value['result'];
  remark: string;
  photos: string;
  revision: number;
}

export interface ServerTables {
  employeeId: (account: string) => string;
  held: (deptTaskId: string, employeeId: string) => HeldByServer;
  /** Photos that answers of the task show and the file store does not have. */
  lostPhotos: (deptTaskId: string) => string[];
  submission: (deptTaskId: string) => { submittedAt: string | null; operations: number };
  /** Ends the access tokens, which can be renewed, or the whole sessions. */
  endSessions: (employeeId: string, how: 'expired' | 'revoked') => void;
}

export function openServerTables(dataDir: string): ServerTables {
  const file = join(dataDir, 'zyzc.db');
  const use = <Result>(work: (db: Database.Database) => Result): Result => {
    const db = new Database(file, { timeout: 10_000 });
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const valueOf = (row: ValueColumns): Value => ({ result: row.result, remark: row.remark, photos: JSON.parse(row.photos) as string[] });

  return {
    employeeId: (account) => use((db) => (db.prepare('select id from employee where account = ?').get(account) as { id: string }).id),
    held: (deptTaskId, employeeId) =>
      use((db) => {
        const answers = db
          .prepare('select point_id, result, remark, photos, revision from answer where dept_task_id = ? and result is not null')
          .all(deptTaskId) as ValueColumns[];
        const rows = db
          .prepare('select point_id, result, remark, photos, revision, answered_by, is_conflict from answer_history where dept_task_id = ? order by rowid')
          .all(deptTaskId) as (ValueColumns & { answered_by: string; is_conflict: number })[];
        const history = new Map<string, { value: Value; revision: number; isOwn: boolean; isConflict: boolean }[]>();
        for (const row of rows) {
          const value = { value: valueOf(row), revision: row.revision, isOwn: row.answered_by === employeeId, isConflict: row.is_conflict === 1 };
          history.set(row.point_id, [...(history.get(row.point_id) ?? []), value]);
        }
        return { answers: new Map(answers.map((row) => [row.point_id, { value: valueOf(row), revision: row.revision }])), history };
      }),
    lostPhotos: (deptTaskId) =>
      use((db) => {
        const rows = db.prepare('select comp_no, photos from answer where dept_task_id = ?').all(deptTaskId) as { comp_no: string; photos: string }[];
        const find = db.prepare('select 1 from file where comp_no = ? and sha256 = ?');
        return rows.flatMap((row) => (JSON.parse(row.photos) as string[]).filter((photo) => find.get(row.comp_no, photo) === undefined));
      }),
    submission: (deptTaskId) =>
      use((db) => {
        const row = db.prepare('select submitted_at from dept_task where id = ?').get(deptTaskId) as { submitted_at: string | null };
        const audits = db
          .prepare("select count(*) as count from audit_record where object_id = ? and action = 'deptTask.submit'")
          .get(deptTaskId) as { count: number };
        return { submittedAt: row.submitted_at, operations: audits.count };
      }),
    endSessions: (employeeId, how) =>
      use((db) => {
        const at = new Date().toISOString();
        db.prepare(`update session set ${how === 'expired' ? 'access_expires_at' : 'revoked_at'} = ? where employee_id = ?`).run(at, employeeId);
      }),
  };
}
