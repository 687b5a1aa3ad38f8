import type { Queryable } from '../../context.ts';

export const findInstitution = (db: Queryable, compNo: string) =>
  db
    .selectFrom('company as c')
    .leftJoin('institution as i', 'i.comp_no', 'c.comp_no')
    .select(['c.comp_name', 'c.site_title', 'i.profile', 'i.revision'])
    .where('c.comp_no', '=', compNo)
    .executeTakeFirstOrThrow();

export async function renameCompany(trx: Queryable, compNo: string, names: { comp_name: string; site_title: string }): Promise<void> {
  await trx.updateTable('company').set(names).where('comp_no', '=', compNo).execute();
}

export async function putProfile(trx: Queryable, row: { comp_no: string; profile: string; revision: number; updated_at: string }): Promise<void> {
  const { comp_no: _, ...changed } = row;
  await trx
    .insertInto('institution')
    .values(row)
    .onConflict((conflict) => conflict.column('comp_no').doUpdateSet(changed))
    .execute();
}
