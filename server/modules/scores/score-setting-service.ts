import type { CallRequest } from '#contract/endpoints.ts';
import { DEFAULT_SCORE_LIMITS, type ScoreLimits, type ScoreSums } from '#contract/score.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { holdCompany } from '../../database/company-rows.ts';
import { once } from '../../database/operations.ts';
import { conflict, wrongField } from '../../errors.ts';
import { refuseOvertaken } from '../../overtaken.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { findLimits, saveLimits } from './score-setting-repository.ts';

/** From which score on the institution calls a result 优秀 or 合格. */
export const scoreLimitsOf = async (db: Queryable, compNo: string): Promise<ScoreLimits> => (await findLimits(db, compNo)) ?? DEFAULT_SCORE_LIMITS;

/** Of a row that `score_setting` was joined to: null where the institution set nothing. */
export const limitsOfRow = ({ excellent, passed }: { excellent: number | null; passed: number | null }): ScoreLimits =>
  excellent === null || passed === null ? DEFAULT_SCORE_LIMITS : { excellent, passed };

/**
 * What is shown from now on: scores are never stored, so the limits hold for what was submitted before too.
 * @param changes what is absent stays as it is; `read` is what the form began with
 * @throws AppError with what somebody else has set since, or where the two would not fit together
 */
export async function changeScoreLimits({ db, dialect, now }: ServerContext, caller: Caller, { read, ...changes }: CallRequest<'updateScoreSetting'>['body']): Promise<void> {
  await once(db, caller.operation, async (trx) => {
    await holdCompany(trx, dialect, caller.compNo);
    const before = await scoreLimitsOf(trx, caller.compNo);
    refuseOvertaken(before, read, changes, ['excellent', 'passed']);
    const { excellent, passed } = { ...before, ...changes };
    if (passed >= excellent) {
      const [field, message] = changes.excellent === undefined ? ['passed', `应低于现在的优秀分数线 ${excellent} 分`] : ['excellent', `应高于现在的合格分数线 ${passed} 分`];
      // Against what the form shows it fits: it has to show what somebody else has set.
      const hasMoved = read !== undefined && (read.excellent !== before.excellent || read.passed !== before.passed);
      throw hasMoved ? conflict(message, [{ field, message }]) : wrongField(field, message);
    }
    await saveLimits(trx, caller.compNo, { excellent, passed });
    const summary = `设置评分等级：优秀 ${excellent} 分以上，合格 ${passed} 分以上`;
    await recordAudit(trx, caller, { action: 'score.set', objectType: 'company', objectId: caller.compNo, summary }, now());
  });
}

/** Of a row with the counts of a department task, or of a sum of such rows. */
export const sumsOfRow = (row: { judged_weight: number; qualified_weight: number; failed_vetoes: number }): ScoreSums => ({
  judgedWeight: row.judged_weight,
  qualifiedWeight: row.qualified_weight,
  failedVetoes: row.failed_vetoes,
});
