import type { Queryable } from '../../context.ts';

/** Two where there are more: which one set the deployment up, and whether it is alone. */
export const findFirstCompanies = (db: Queryable) =>
  db.selectFrom('company').select(['comp_name', 'site_title']).orderBy('created_at').orderBy('comp_no').limit(2).execute();
