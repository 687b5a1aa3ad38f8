import type { ScoreLimits } from '#contract/score.ts';
import type { Queryable } from '../../context.ts';

export const findLimits = (db: Queryable, compNo: string): Promise<ScoreLimits | undefined> =>
  db.selectFrom('score_setting').select(['excellent', 'passed']).where('comp_no', '=', compNo).executeTakeFirst();

export const saveLimits = (trx: Queryable, compNo: string, { excellent, passed }: ScoreLimits): Promise<unknown> =>
  trx
    .insertInto('score_setting')
    .values({ comp_no: compNo, excellent, passed })
    .onConflict((target) => target.column('comp_no').doUpdateSet({ excellent, passed }))
    .execute();
