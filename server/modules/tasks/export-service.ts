import { setImmediate } from 'node:timers/promises';
import { apiPaths } from '#contract/api-paths.ts';
import { shanghaiDay, shanghaiTime } from '#contract/calendar.ts';
import { articleLabel } from '#contract/chinese-numerals.ts';
import { code } from '#contract/codes.ts';
import type { CallAnswer, CallRequest } from '#contract/endpoints.ts';
import { resultLabel } from '#contract/result.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { sharedSecret } from '../../database/shared-secret.ts';
import { AppError, notFound } from '../../errors.ts';
import type { WorkbookFile } from '../../files/send-workbook.ts';
import { type Sheet, type SheetRow, streamWorkbook } from '../../files/workbook-stream.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { scoreLimitsOf } from '../scores/score-setting-service.ts';
import type { SessionService } from '../session/session-service.ts';
import { type ExportedDeptTask, findAdmin, findDeptTasks, findPoints } from './export-repository.ts';
import { ExportSummary } from './export-summary.ts';
import { LINK_LIFE_MS, readGrant, signGrant } from './export-token.ts';
import { findTask } from './task-repository.ts';

type ExportRequest = CallRequest<'createExportLink'>['body'];
type ExportLink = CallAnswer<'createExportLink'>;

/** Read at a time: few enough that nobody else waits for them. */
const POINTS_PER_READ = 500;

const linkExpired = () => new AppError({ code: code.forbidden, status: 403 }, '链接已失效，请重新导出');

/** A link that a browser can download from without a header, for five minutes or until the person signs out. */
export async function createExportLink(context: ServerContext, caller: Caller, { taskId, deptId }: ExportRequest): Promise<ExportLink> {
  const task = await findTask(context.db, caller.compNo, taskId);
  if (task === undefined) throw notFound();
  if ((await findDeptTasks(context.db, caller.compNo, taskId, deptId)).length === 0) throw notFound();
  const now = context.now();
  const expiresAt = new Date(now.getTime() + LINK_LIFE_MS);
  const token = signGrant(await signingKey(context), {
    compNo: caller.compNo,
    employeeId: caller.employeeId,
    familyId: caller.familyId,
    taskId,
    deptId,
    expiresAt: expiresAt.getTime(),
  });
  await recordAudit(
    context.db,
    caller,
    { action: 'task.exportLink', objectType: 'task', objectId: taskId, summary: `生成导出链接：${task.task_name}` },
    now,
  );
  return { url: `${apiPaths.exportCheckPointList.path}?token=${token}`, expiresAt: expiresAt.toISOString() };
}

const signingKey = ({ db }: ServerContext): Promise<Buffer> => sharedSecret(db, 'exportKey');

/**
 * Exports what a link grants, one row for each point of each department.
 * @throws AppError when we did not make the link, it has expired, or who made it has signed out or is no administrator any more
 */
export async function openExport(context: ServerContext, sessions: SessionService, token: string, address: string): Promise<WorkbookFile> {
  const { db } = context;
  const now = context.now();
  const grant = readGrant(await signingKey(context), token, now);
  if (grant === undefined || !(await sessions.isOpen(grant))) throw linkExpired();
  const admin = await findAdmin(db, grant.compNo, grant.employeeId);
  const task = await findTask(db, grant.compNo, grant.taskId);
  if (admin === undefined || task === undefined) throw linkExpired();
  const deptTasks = await findDeptTasks(db, grant.compNo, grant.taskId, grant.deptId);
  const rowCount = deptTasks.reduce((sum, deptTask) => sum + deptTask.point_count, 0);
  await recordAudit(
    db,
    { compNo: grant.compNo, employeeId: admin.id, account: admin.account, address },
    { action: 'task.export', objectType: 'task', objectId: task.id, summary: `导出检查结果：${task.task_name}，${deptTasks.length} 个科室，${rowCount} 行` },
    now,
  );
  const summary = new ExportSummary(task, deptTasks, await scoreLimitsOf(db, grant.compNo), { by: admin.employee_name, at: now });
  const sheets: Sheet[] = [
    { name: '检查结果', widths: [16, 24, 22, 50, 40, 36, 8, 8, 40, 8, 12, 20], isTable: true, rows: () => pointRows(context, deptTasks, summary) },
    { name: '汇总', widths: [18, 14, 12, 12, 12, 12, 12, 10, 10, 12, 20, 12], isTable: false, rows: () => summary.rows() },
  ];
  const scope = grant.deptId === undefined ? '' : `_${deptTasks[0]?.dept_name ?? ''}`;
  const fileName = `${task.task_name}${scope}_检查结果_${shanghaiDay(now)}.xlsx`.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_');
  return { fileName, content: streamWorkbook(sheets, now) };
}

async function* pointRows(context: ServerContext, deptTasks: readonly ExportedDeptTask[], summary: ExportSummary): AsyncGenerator<SheetRow> {
  yield { cells: ['科室', '自查类别', '自查项目', '检查要点', '检查方法', '依据', '分值', '结果', '说明', '照片数', '检查人', '检查时间'], isHeader: true };
  for (const deptTask of deptTasks) {
    for (let after = 0; ; ) {
      const points = await findPoints(context.db, deptTask.id, after, POINTS_PER_READ);
      for (const point of points) {
        const photoCount = (JSON.parse(point.photos) as string[]).length;
        summary.add(deptTask.id, point, photoCount);
        yield {
          cells: [
            deptTask.dept_name,
            point.category_name,
            point.item_name,
            point.content,
            point.method,
            `《${point.basis_law}》${articleLabel(point.basis_article)}`,
            point.weight,
            point.result === null ? '未查' : resultLabel[point.result],
            point.remark,
            photoCount,
            point.answered_by_name ?? '',
            point.answered_at === null ? '' : shanghaiTime(new Date(point.answered_at)),
          ],
        };
      }
      const last = points.at(-1);
      if (last === undefined || points.length < POINTS_PER_READ) break;
      after = last.seq;
      // SQLite answers at once: without a break nobody else would have a turn.
      await setImmediate();
    }
  }
}
