import { DEFAULT_SCORE_LIMITS, type ScoreLimits, type ScoreSums } from '#contract/score.ts';
import type { Caller } from '../../caller.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { once } from '../../database/operations.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { findLimits, saveLimits } from './score-setting-repository.ts';

/** From which score on the institution calls a result 优秀 or 合格. */
export const scoreLimitsOf = async (db: Queryable, compNo: string): Promise<ScoreLimits> => (await findLimits(db, compNo)) ?? DEFAULT_SCORE_LIMITS;

/** Of a row that `score_setting` was joined to: null where the institution set nothing. */
export const limitsOfRow = ({ excellent, passed }: { excellent: number | null; passed: number | null }): ScoreLimits =>
  excellent === null || passed === null ? DEFAULT_SCORE_LIMITS : { excellent, passed };

/** What is shown from now on: scores are never stored, so the limits hold for what was submitted before too. */
export async function changeScoreLimits({ db, now }: ServerContext, caller: Caller, limits: ScoreLimits): Promise<void> {
  await once(db, caller.operation, async (trx) => {
    await saveLimits(trx, caller.compNo, limits);
    const summary = `设置评分等级：优秀 ${limits.excellent} 分以上，合格 ${limits.passed} 分以上`;
    await recordAudit(trx, caller, { action: 'score.set', objectType: 'company', objectId: caller.compNo, summary }, now());
  });
}

/** Of a row with the counts of a department task, or of a sum of such rows. */
export const sumsOfRow = (row: { judged_weight: number; qualified_weight: number; failed_vetoes: number }): ScoreSums => ({
  judgedWeight: row.judged_weight,
  qualifiedWeight: row.qualified_weight,
  failedVetoes: row.failed_vetoes,
});
