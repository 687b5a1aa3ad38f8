/** What the checker reads of the server's database, and does to it. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { HeldByServer, Value } from './ledger.ts';

interface ValueColumns {
  id: string;
  result: Value['result'];
  remark: string;
  photos: string;
  revision: number;
}

interface HistoryColumns extends ValueColumns {
  by: string;
  at: string;
  is_conflict: number;
}

/** What the phone fills in. */
export interface Filled {
  deptTaskId: string;
  correctionId: string;
}

export interface ServerTables {
  employeeId: (account: string) => string;
  /** A self-correction of the account's department with items that are open. */
  openCorrection: (account: string) => string;
  itemsOf: (correctionId: string) => string[];
  held: (filled: Filled, employeeId: string) => HeldByServer;
  /** Photos that answers and items show and the file store does not have. */
  lostPhotos: (filled: Filled) => string[];
  /** `operations`: how often it was submitted, as the server counts. */
  submission: (deptTaskId: string) => { submittedAt: string | null; operations: number };
  /** Ends the access tokens, which can be renewed, or the whole sessions. */
  endSessions: (employeeId: string, how: 'expired' | 'revoked') => void;
}

export function openServerTables(dataDir: string): ServerTables {
  const file = join(dataDir, 'zyzc.db');
  /** What the demonstration made up before is nobody's. */
  const openedAt = new Date().toISOString();
  const use = <Result>(work: (db: Database.Database) => Result): Result => {
    const db = new Database(file, { timeout: 10_000 });
    try {
      // In one transaction: what the server stores between two of its statements would look altered.
      return db.transaction(work)(db);
    } finally {
      db.close();
    }
  };
  const valueOf = (row: ValueColumns): Value => ({ result: row.result, remark: row.remark, photos: JSON.parse(row.photos) as string[] });

  return {
    employeeId: (account) => use((db) => (db.prepare('select id from employee where account = ?').get(account) as { id: string }).id),
    openCorrection: (account) =>
      use((db) => {
        const row = db
          .prepare(
            `select self_correction.id from self_correction join employee on employee.dept_id = self_correction.dept_id
             where employee.account = ? and self_correction.corrected_at is null and self_correction.confirmed_at is null`,
          )
          .get(account) as { id: string } | undefined;
        if (row === undefined) throw new Error(`${account} has no open self-correction`);
        return row.id;
      }),
    itemsOf: (correctionId) =>
      use((db) => (db.prepare('select id from self_correction_item where self_correction_id = ?').all(correctionId) as { id: string }[]).map(({ id }) => id)),
    held: ({ deptTaskId, correctionId }, employeeId) =>
      use((db) => {
        const itemValue = `case when corrected_at is null then 'open' else 'corrected' end as result, measures || '/' || responsible as remark, photos_after as photos, revision`;
        const answers = db
          .prepare(
            `select point_id as id, coalesce(result, 'cleared') as result, remark, photos, revision from answer where dept_task_id = ? and revision > 0
             union all select id, ${itemValue} from self_correction_item where self_correction_id = ? and revision > 0`,
          )
          .all(deptTaskId, correctionId) as ValueColumns[];
        const rows = [
          ...db
            .prepare('select point_id as id, result, remark, photos, revision, answered_by as by, saved_at as at, is_conflict from answer_history where dept_task_id = ? order by rowid')
            .all(deptTaskId),
          ...db
            .prepare(`select item_id as id, ${itemValue}, saved_by as by, saved_at as at, is_conflict from self_correction_history where self_correction_id = ? order by rowid`)
            .all(correctionId),
        ] as HistoryColumns[];
        const history = new Map<string, { value: Value; revision: number; isOwn: boolean; isConflict: boolean }[]>();
        for (const row of rows) {
          const value = { value: valueOf(row), revision: row.revision, isOwn: row.by === employeeId && row.at >= openedAt, isConflict: row.is_conflict === 1 };
          history.set(row.id, [...(history.get(row.id) ?? []), value]);
        }
        return { answers: new Map(answers.map((row) => [row.id, { value: valueOf(row), revision: row.revision }])), history };
      }),
    lostPhotos: ({ deptTaskId, correctionId }) =>
      use((db) => {
        const rows = db
          .prepare(
            `select comp_no, photos from answer where dept_task_id = ?
             union all select comp_no, photos_after from self_correction_item where self_correction_id = ?`,
          )
          .all(deptTaskId, correctionId) as { comp_no: string; photos: string }[];
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
