import type { Queryable } from '../../context.ts';

/** The deployment's institution, which with several is the one that set it up. */
export const findFirstCompany = (db: Queryable) =>
  db.selectFrom('company').select(['comp_name', 'site_title']).orderBy('created_at').orderBy('comp_no').limit(1).executeTakeFirst();
