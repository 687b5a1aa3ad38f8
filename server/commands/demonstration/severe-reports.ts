import { shanghaiDay } from '#contract/calendar.ts';
import type { Queryable } from '../../context.ts';
import { insertReport } from '../../modules/severe-reports/severe-report-repository.ts';
import type { Random } from './random.ts';
import { later } from './working-time.ts';

/** A report of each ★ that failed, all of them made to the authority within the hour. */
export async function tellSevereReports(trx: Queryable, random: Random, compNo: string, adminId: string): Promise<void> {
  const found = await trx
    .selectFrom('answer as a')
    .innerJoin('check_point_version as v', 'v.id', 'a.version_id')
    .select(['a.dept_task_id', 'a.point_id', 'a.version_id', 'a.remark', 'a.answered_by', 'a.answered_at'])
    .where('a.comp_no', '=', compNo)
    .where('a.result', '=', 'unqualified')
    .where('v.mark', '=', 'veto')
    .where('a.submitted_at', 'is not', null)
    .orderBy('a.answered_at')
    .orderBy('a.point_id')
    .$narrowType<{ answered_by: string; answered_at: string }>()
    .execute();
  for (const [index, { dept_task_id, point_id, version_id, remark, answered_by, answered_at }] of found.entries()) {
    const decidedAt = later(new Date(answered_at), 60);
    const reportedOn = shanghaiDay(decidedAt);
    await insertReport(trx, {
      id: random.id(new Date(answered_at)),
      comp_no: compNo,
      dept_task_id,
      point_id,
      version_id,
      problem: remark,
      found_by: answered_by,
      found_at: answered_at,
      status: 'reported',
      changed_back_at: null,
      reported_to: '属地卫生健康委员会',
      reported_on: reportedOn,
      report_number: `院报〔${reportedOn.slice(0, 4)}〕${index + 1} 号`,
      note: '已停止相关行为并书面报告，整改情况另行报送。',
      decided_by: adminId,
      decided_at: decidedAt.toISOString(),
    });
  }
}
