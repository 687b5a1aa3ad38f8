import type { TestServer } from './server.ts';

/**
 * Makes an own point a copy of a national one that the library has reworded since.
 * @returns the wording that the library has now
 */
export async function linkToNational({ context: { db } }: TestServer, compNo: string, pointId: string): Promise<string> {
  const national = await db.selectFrom('check_point').select(['id', 'version_id']).where('comp_no', 'is', null).where('retired_at', 'is', null).orderBy('id').executeTakeFirstOrThrow();
  await db.insertInto('point_copy').values({ comp_no: compNo, point_id: pointId, national_id: national.id, base_version_id: 'replaced' }).execute();
  return national.version_id;
}
