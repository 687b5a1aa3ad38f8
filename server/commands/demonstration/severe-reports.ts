import { shanghaiDay } from '#contract/calendar.ts';
import type { Queryable } from '../../context.ts';
import { insertReport } from '../../modules/severe-reports/severe-report-repository.ts';
import type { Random } from './random.ts';
import { later } from './working-time.ts';

/** What nobody has reported yet. */
const waiting = { status: 'waiting', reported_to: '', reported_on: null, report_number: '', note: '', decided_by: null, decided_at: null } as const;

/** A report of each ★ that failed: made to the authority within the hour where it was submitted, and waiting where it was only found. */
export async function tellSevereReports(trx: Queryable, random: Random, compNo: string, adminId: string): Promise<void> {
  const found = await trx
    .selectFrom('answer as a')
    .innerJoin('check_point_version as v', 'v.id', 'a.version_id')
    .select(['a.dept_task_id', 'a.point_id', 'a.version_id', 'a.remark', 'a.answered_by', 'a.answered_at', 'a.submitted_at'])
    .where('a.comp_no', '=', compNo)
    .where('a.result', '=', 'unqualified')
    .where('v.mark', '=', 'veto')
    .orderBy('a.answered_at')
    .orderBy('a.point_id')
    .$narrowType<{ answered_by: string; answered_at: string }>()
    .execute();
  let number = 0;
  const reported = (foundAt: Date) => {
    const decidedAt = later(foundAt, 60);
    const reportedOn = shanghaiDay(decidedAt);
    number += 1;
    return {
      status: 'reported',
      reported_to: '属地卫生健康委员会',
      reported_on: reportedOn,
      report_number: `院报〔${reportedOn.slice(0, 4)}〕${number} 号`,
      note: '已停止相关行为并书面报告，整改情况另行报送。',
      decided_by: adminId,
      decided_at: decidedAt.toISOString(),
    } as const;
  };
  for (const { dept_task_id, point_id, version_id, remark, answered_by, answered_at, submitted_at } of found) {
    const foundAt = new Date(answered_at);
    await insertReport(trx, {
      id: random.id(foundAt),
      comp_no: compNo,
      dept_task_id,
      point_id,
      version_id,
      problem: remark,
      found_by: answered_by,
      found_at: answered_at,
      changed_back_at: null,
      ...(submitted_at === null ? waiting : reported(foundAt)),
    });
  }
}
