import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { LawVersion } from '#contract/cited-law.ts';
import type { dictionary, Law, LawArticle, LawText } from '#contract/law.ts';
import { lawTitleKey } from '#contract/law-title.ts';
import type { Page } from '#contract/paging.ts';
import type { Queryable, ServerContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { LAW_TYPES } from './law-facts.ts';
import { presentArticle, presentLaw, presentLawText } from './law-presenter.ts';
import { countBy, findAll, findArticles, findArticlesOfAll, findById, findByIds, findPage, findVersions, type LawFilter, type LawRow } from './law-repository.ts';

type Dictionary = z.infer<typeof dictionary>;

export const lawPdfKey = (sha256: string): string => `laws/${sha256.slice(0, 2)}/${sha256}.pdf`;

export async function listLaws(context: ServerContext, query: LawFilter & { pageNum: number; pageSize: number }): Promise<Page<Law>> {
  const { pageNum, pageSize, ...filter } = query;
  const { rows, total } = await findPage(context.db, filter, { limit: pageSize, offset: (pageNum - 1) * pageSize });
  const versions = rows.length === 0 ? [] : await findVersions(context.db, [...new Set(rows.map((row) => row.title_key))]);
  return { records: rows.map((row) => presentLaw(row, versions)), total, pageNum, pageSize };
}

export async function readLawText(context: ServerContext, id: string): Promise<LawText> {
  const row = await findLaw(context, id);
  return presentLawText(row, await findArticles(context.db, id));
}

/** Those of the laws that are there, in the order asked for. */
export async function readLawTexts(context: ServerContext, ids: readonly string[]): Promise<LawText[]> {
  const [rows, articles] = await Promise.all([findByIds(context.db, ids), findArticlesOfAll(context.db, ids)]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const articlesOf = Map.groupBy(articles, (article) => article.law_id);
  return [...new Set(ids)].flatMap((id) => {
    const row = rowOf.get(id);
    return row === undefined ? [] : [presentLawText(row, articlesOf.get(id) ?? [])];
  });
}

export interface LawEdition {
  id: string;
  /** Null where the library does not tell. */
  publishDate: string | null;
  /** 0 where the articles are not known. */
  articleCount: number;
}

/**
 * A version of the law with this title, where the library has it.
 * @param publishDate undefined for the version in force
 */
export async function findEdition(db: Queryable, title: string, publishDate?: string): Promise<LawEdition | undefined> {
  const versions = await findVersions(db, [lawTitleKey(title)]);
  const found =
    publishDate === undefined
      ? // Before it are those that are published and not in force yet.
        versions.findLast((version) => version.status === 'effective')
      : versions.find((version) => version.publish_date === publishDate);
  return found && { id: found.id, publishDate: found.publish_date, articleCount: found.article_count };
}

export interface LawEditionRow extends LawEdition, LawVersion {
  id: string;
  titleKey: string;
  /** Of text and facts. */
  version: string;
}

/** Every version of every law. */
export const listEditions = async (db: Queryable): Promise<LawEditionRow[]> => (await findAll(db)).map(toEdition);

export async function readEdition(db: Queryable, id: string): Promise<LawEditionRow | undefined> {
  const row = await findById(db, id);
  return row && toEdition(row);
}

const toEdition = (row: LawRow): LawEditionRow => ({
  id: row.id,
  title: row.title,
  titleKey: row.title_key,
  version: row.version,
  status: row.status,
  publishDate: row.publish_date,
  effectiveDate: row.effective_date,
  articleCount: row.article_count,
});

/** @param numbers undefined for all of them */
export const readArticles = async (db: Queryable, lawId: string, numbers?: readonly number[]): Promise<LawArticle[]> =>
  (await findArticles(db, lawId, numbers)).map(presentArticle);

export interface LawPdf {
  title: string;
  version: string;
  size: number;
  open: (range?: { start: number; end: number }) => Promise<Readable>;
}

export async function findLawPdf(context: ServerContext, id: string): Promise<LawPdf> {
  const { title, version, pdf_sha256: sha256 } = await findLaw(context, id);
  if (sha256 === null) throw notFound();
  const key = lawPdfKey(sha256);
  const size = await context.files.size(key).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFound();
    throw error;
  });
  return { title, version, size, open: (range) => context.files.read(key, range) };
}

async function findLaw(context: ServerContext, id: string): Promise<LawRow> {
  const row = await findById(context.db, id);
  if (row === undefined) throw notFound();
  return row;
}

/** Types in the order of their force; one that we do not know comes last. */
export async function listLawTypes(context: ServerContext): Promise<Dictionary> {
  const rankOf = (value: string): number => {
    const index = LAW_TYPES.findIndex((type) => type === value);
    return index === -1 ? LAW_TYPES.length : index;
  };
  const counts = await countBy(context.db, 'law_type');
  return toDictionary(counts.sort((one, other) => rankOf(one.value) - rankOf(other.value) || compare(one.value, other.value)));
}

/** The body with the most laws first. */
export async function listLawEnactDepts(context: ServerContext): Promise<Dictionary> {
  const counts = await countBy(context.db, 'enact_dept');
  return toDictionary(counts.sort((one, other) => other.count - one.count || compare(one.value, other.value)));
}

const compare = (one: string, other: string): number => (one < other ? -1 : 1);
const toDictionary = (counts: { value: string; count: number }[]): Dictionary => counts.map(({ value, count }) => ({ value, label: value, count }));
