import { excerpt } from '#contract/text-end.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { companyFields, type WordingRow } from '../../database/point-wording.ts';
import { conflict } from '../../errors.ts';
import { dropDecisions } from './company-point-repository.ts';
import { isRepeated } from './company-point-service.ts';
import { countPending, dropOverrides, listLinks, listNationalWords, markRead } from './own-wording-repository.ts';
import { type CompanyWording, findCompanyWordings, replaceWordings } from './point-wording-service.ts';

type Context = Pick<ServerContext, 'db' | 'dialect'>;

/** A point in a company's words, and the national point as the library has it. */
export interface OwnWording {
  point: CompanyWording;
  nationalId: string;
  national: WordingRow;
  nationalVersion: string;
  /** The library's wording that the company has read once it decides. */
  libraryVersionId: string;
  /** The library has reworded it since the company wrote, or last kept, its words. */
  isUnread: boolean;
  /** The same of a point that is on, and that says something else. */
  isPending: boolean;
}

/** Of each company with some, how many of its points wait: national ones in its words, and copies of national ones. */
export async function countUnread(db: Queryable): Promise<{ compNo: string; reworded: number; copies: number }[]> {
  return (await countPending(db)).map(({ comp_no: compNo, points, copies }) => ({ compNo, reworded: points - copies, copies }));
}

/** In the library's order. */
export async function findOwnWordings({ db, dialect }: Context, compNo: string): Promise<OwnWording[]> {
  const links = new Map((await listLinks(db, compNo)).map((link) => [link.point_id, link]));
  const points = await findCompanyWordings(db, dialect, compNo, [...links.keys()]);
  const nationalIds = new Set(Array.from(links.values(), ({ national_id }) => national_id));
  const nationals = new Map((await listNationalWords(db, dialect, [...nationalIds])).map((row) => [row.id, row]));
  return points.flatMap((point): OwnWording[] => {
    const link = links.get(point.pointId);
    const found = nationals.get(link?.national_id ?? '');
    if (link === undefined || found === undefined) return [];
    const { id: nationalId, version_id: nationalVersion, ...national } = found;
    const isUnread = link.base_version_id !== link.library_version_id;
    return [{ point, nationalId, national, nationalVersion, libraryVersionId: link.library_version_id, isUnread, isPending: isUnread && point.isEnabled && !saysTheSame(point.row, national) }];
  });
}

/** What the company may word of it. */
const wordsOf = (row: WordingRow) => Object.fromEntries(companyFields.map((field) => [field, row[field]])) as Pick<WordingRow, (typeof companyFields)[number]>;

/** Whether people would read the same of what a company may word: editions and anchors only find the article again. */
export const saysTheSame = (one: WordingRow, other: WordingRow): boolean =>
  companyFields.every((field) => field === 'basis_edition' || field === 'basis_anchor' || one[field] === other[field]);

/** Notes what a company has read, and gives it the library's words of what it adopts. The company must be held. */
export async function settleOwnWordings(
  trx: Queryable,
  dialect: Context['dialect'],
  compNo: string,
  { read, adopted }: { read: readonly OwnWording[]; adopted: readonly OwnWording[] },
  at: Date,
): Promise<void> {
  await markRead(trx, dialect, compNo, read.map(({ point, libraryVersionId }) => ({ point_id: point.pointId, library_version_id: libraryVersionId })));
  // They were made on words that the points no longer have.
  await dropDecisions(trx, dialect, compNo, adopted.map(({ point }) => point.pointId));
  await dropOverrides(trx, dialect, compNo, adopted.filter(({ point }) => point.isNational).map(({ point }) => point.pointId));
  await rewordCopies(trx, dialect, compNo, adopted.filter(({ point }) => !point.isNational), at);
}

async function rewordCopies(trx: Queryable, dialect: Context['dialect'], compNo: string, copies: readonly OwnWording[], at: Date): Promise<void> {
  for (const { point, national } of copies) {
    if (await isRepeated(trx, compNo, point.itemId, national.content, point.pointId)) {
      throw conflict(`“${excerpt(point.row.content)}”所在的项目下已有与国家新文本相同的要点，请保留本机构文本，或先废止其中一个`);
    }
  }
  const changes = copies.map(({ point, national }) => ({ point: { ...point, compNo }, row: { ...point.row, ...wordsOf(national) }, isReworded: false }));
  await replaceWordings(trx, dialect, changes, at);
}
