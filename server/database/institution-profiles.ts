/** Institutions' profiles, which several modules ask for. */
import type { Kysely } from 'kysely';
import type { InstitutionProfile } from '#contract/institution.ts';
import type { Tables } from './tables.ts';

/** What a company says of itself; null where it has not filled that in. */
export async function readProfile(db: Kysely<Tables>, compNo: string): Promise<InstitutionProfile | null> {
  const row = await db.selectFrom('institution').select('profile').where('comp_no', '=', compNo).executeTakeFirst();
  return row === undefined ? null : toProfile(row.profile);
}

/** The profiles of all companies that have one. */
export async function listProfiles(db: Kysely<Tables>): Promise<{ compNo: string; profile: InstitutionProfile }[]> {
  const rows = await db.selectFrom('institution').select(['comp_no', 'profile']).execute();
  return rows.map((row) => ({ compNo: row.comp_no, profile: toProfile(row.profile) }));
}

export const toProfile = (json: string): InstitutionProfile => JSON.parse(json) as InstitutionProfile;
