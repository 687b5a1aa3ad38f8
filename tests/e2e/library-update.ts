import { connect } from '../../server/database/connect.ts';
import { basisEditions, checkLibrary, checkLibraryVersion, libraryId } from '../../server/library/check-library.ts';
import { syncCheckLibrary } from '../../server/modules/check-points/check-library-service.ts';
import { findCompanyWordings, replaceWordings } from '../../server/modules/check-points/point-wording-service.ts';
import { tellOfRewordings } from '../../server/modules/rewordings/rewording-service.ts';

/** Gives a national point a company's own words, as 改写 in 法规变动 does. */
export async function rewordNational(dataDir: string, compNo: string, code: string, content: string): Promise<void> {
  await withDatabase(dataDir, async ({ db, dialect }) => {
    const [point] = await findCompanyWordings(db, dialect, compNo, [libraryId(code)]);
    if (point === undefined) throw new Error(`${code} is not there`);
    await db.transaction().execute((trx) => replaceWordings(trx, dialect, [{ point: { ...point, compNo }, row: { ...point.row, content }, isReworded: true }], new Date()));
  });
}

/** Brings the next library beside the running server, as the next release does: the points of these codes with other words. */
export async function updateLibrary(dataDir: string, reworded: Readonly<Record<string, string>>): Promise<void> {
  const items = checkLibrary.map((category) => ({
    ...category,
    children: category.children.map((item) => ({ ...item, points: item.points.map((point) => ({ ...point, content: reworded[point.code] ?? point.content })) })),
  }));
  await withDatabase(dataDir, async ({ db, dialect }) => {
    const context = { db, dialect, now: () => new Date() };
    await syncCheckLibrary(context, { version: checkLibraryVersion + 1, items, editions: basisEditions });
    await tellOfRewordings(context);
  });
}

async function withDatabase(dataDir: string, work: (database: ReturnType<typeof connect>) => Promise<unknown>): Promise<void> {
  const database = connect({ dataDir, databaseUrl: '' });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
