import { v7 as uuidv7 } from 'uuid';
import type { HeldAnswer } from '#contract/answer.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { announceSevere } from '../notices/announcement-service.ts';
import { changeReport, insertReport, listIssuedPoints, listReportsOf } from './severe-report-repository.ts';

interface Saved {
  compNo: string;
  deptTaskId: string;
  taskId: string;
  taskName: string;
  at: Date;
}

/**
 * Opens a report for each ★ that became 不合格 and tells the administrators at once. One that was found before keeps its
 * report: changed back, it says so and stays until an administrator closes it; failed again, it waits as before.
 * The department task is held by the caller.
 * @param answers to ★ alone, as they hold now
 */
export async function followVetoes(trx: Queryable, context: Pick<ServerContext, 'dialect'>, saved: Saved, answers: readonly HeldAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  const { compNo, deptTaskId, taskId, taskName, at } = saved;
  const pointIds = answers.map(({ pointId }) => pointId);
  const reports = new Map((await listReportsOf(trx, context.dialect, deptTaskId, pointIds)).map((report) => [report.point_id, report]));
  const points = new Map((await listIssuedPoints(trx, context.dialect, deptTaskId, pointIds)).map((point) => [point.point_id, point]));
  for (const answer of answers) {
    const report = reports.get(answer.pointId);
    const point = points.get(answer.pointId);
    if (point === undefined) continue;
    if (report !== undefined) {
      await changeReport(trx, report.id, answer.result === 'unqualified' ? { problem: answer.remark, changed_back_at: null } : { changed_back_at: report.changed_back_at ?? at.toISOString() });
      continue;
    }
    if (answer.result !== 'unqualified') continue;
    const id = uuidv7();
    await insertReport(trx, {
      id,
      comp_no: compNo,
      dept_task_id: deptTaskId,
      point_id: answer.pointId,
      version_id: point.version_id,
      problem: answer.remark,
      found_by: answer.answeredBy,
      found_at: at.toISOString(),
      status: 'waiting',
      changed_back_at: null,
      reported_to: '',
      reported_on: null,
      report_number: '',
      note: '',
      decided_by: null,
      decided_at: null,
    });
    await announceSevere(trx, context, { id, compNo, taskId, taskName, deptName: point.dept_name, content: point.content }, at);
  }
}
