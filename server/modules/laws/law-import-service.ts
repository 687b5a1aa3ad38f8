import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import { shanghaiDay } from '#contract/calendar.ts';
import { lawTitleKey, plainLawTitle } from '#contract/law-title.ts';
import type { LawStatus } from '#contract/law-status.ts';
import type { ServerContext } from '../../context.ts';
import { lawPdfKey } from './law-service.ts';
import { type LawFile, type LawFileFailure, readLawFolder } from './law-files.ts';
import { chaptersOf } from './law-presenter.ts';
import { changeStatus, findAll, findArticles, type LawRow, type NewLaw, save } from './law-repository.ts';
import type { LawChapter } from './law-text.ts';

export interface LawImport {
  added: string[];
  updated: string[];
  unchanged: string[];
  /** Laws that stay 已修改, though this import took away the version that had replaced them: what an operator said is not ours to undo. */
  unreplaced: string[];
  failures: LawFileFailure[];
}

interface Titled {
  title: string;
  publishDate: string | null;
}
type Dated = Titled & { effectiveDate: string | null };
type LawFields = Omit<NewLaw, 'id' | 'imported_at'>;

/**
 * Imports every statute below a folder. Safe to repeat: what has not changed is not written. A statute is known
 * again by its title and the day of its publication, and keeps its id; of two versions the older becomes 已修改
 * once the newer is in force.
 * @throws when the folder cannot be read or the database does not answer; broken files are reported instead
 */
export async function importLaws(context: ServerContext, directory: string): Promise<LawImport> {
  const { laws, failures } = await readLawFolder(directory);
  const report: LawImport = { added: [], updated: [], unchanged: [], unreplaced: [], failures };
  const stored = await findAll(context.db);
  const pairs = pairUp(laws, stored, failures);
  const others = stored.filter((row) => pairs.every(({ row: paired }) => paired?.id !== row.id));
  const versions = [...pairs.map(({ law }) => law), ...others.map(toDated)];
  const versionsBefore = stored.map(toDated);
  const today = shanghaiDay(context.now());

  for (const { law, row } of pairs) {
    const stated = law.status ?? 'effective';
    const fields = toFields(law, stated === 'effective' && isSuperseded(law, versions, today) ? 'amended' : stated);
    // Even where nothing changed: it heals a store that lost the bytes.
    if (law.pdf !== undefined) await storePdf(context, law.pdf);
    if (fields.version === row?.version) {
      report.unchanged.push(law.file);
      continue;
    }
    const id = row?.id ?? uuidv7();
    await context.db.transaction().execute((trx) =>
      save(trx, { id, imported_at: context.now().toISOString(), ...fields }, toArticles(id, law.chapters)),
    );
    (row === undefined ? report.added : report.updated).push(law.file);
  }

  report.unreplaced = others
    .filter((row) => row.status === 'amended' && isSuperseded(toDated(row), versionsBefore, today) && !isSuperseded(toDated(row), versions, today))
    .map(({ title, publish_date: day }) => `《${title}》${day === null ? '' : `（${day} 公布）`}`);
  await amendSuperseded(context, today);
  return report;
}

/** Makes 已修改 of every law of which a newer version has come into force. Safe to repeat. */
export async function amendSuperseded({ db }: Pick<ServerContext, 'db'>, today: string): Promise<void> {
  const stored = await findAll(db);
  const versions = stored.map(toDated);
  for (const row of stored) {
    if (row.status !== 'effective' || !isSuperseded(toDated(row), versions, today)) continue;
    const { id, imported_at: _, ...fields } = { ...row, status: 'amended' as const };
    const version = versionOf(fields, chaptersOf(await findArticles(db, id)));
    await changeStatus(db, id, { status: 'amended', version });
  }
}

async function storePdf(context: ServerContext, pdf: { sha256: string; path: string }): Promise<void> {
  const key = lawPdfKey(pdf.sha256);
  if (!(await context.files.has(key))) await context.files.write(key, await readFile(pdf.path));
}

/** Finds the stored row of each file, and puts aside the second of two files for one version. */
function pairUp(laws: LawFile[], stored: LawRow[], failures: LawFileFailure[]): { law: LawFile; row: LawRow | undefined }[] {
  const pairs: { law: LawFile; row: LawRow | undefined }[] = [];
  for (const law of laws) {
    const twin = pairs.find((pair) => isSameVersion(pair.law, law));
    if (twin !== undefined) {
      failures.push({ file: law.file, line: undefined, reason: `与 ${twin.law.file} 是同一部法规的同一版本` });
      continue;
    }
    pairs.push({ law, row: stored.find((row) => isSameVersion({ title: row.title, publishDate: row.publish_date }, law)) });
  }
  // A date that became known later, or got lost, must not make a second law of the same one.
  for (const pair of pairs) {
    if (pair.row !== undefined) continue;
    const free = stored.filter((row) => isSameTitle(row.title, pair.law.title) && pairs.every((other) => other.row?.id !== row.id));
    const versions = pairs.filter((other) => isSameTitle(other.law.title, pair.law.title));
    const [only] = free;
    const isDateMissing = pair.law.publishDate === null || only?.publish_date === null;
    if (free.length === 1 && versions.length === 1 && isDateMissing) pair.row = only;
  }
  return pairs;
}

const isSameLaw = (one: string, other: string): boolean => lawTitleKey(one) === lawTitleKey(other);
const isSameTitle = (one: string, other: string): boolean => plainLawTitle(one) === plainLawTitle(other);

/** Where the day is not known, the year that a title names, as in （2021年修订）, is all that tells two versions apart. */
const isSameVersion = (one: Titled, other: Titled): boolean =>
  isSameLaw(one.title, other.title) && one.publishDate === other.publishDate && (one.publishDate !== null || isSameTitle(one.title, other.title));

const isSuperseded = (law: Titled, versions: readonly Dated[], today: string): boolean =>
  versions.some(
    (other) => isSameLaw(other.title, law.title) && (other.publishDate ?? '') > (law.publishDate ?? '') && (other.effectiveDate ?? '') <= today,
  );

const toDated = (row: LawRow): Dated => ({ title: row.title, publishDate: row.publish_date, effectiveDate: row.effective_date });

function toFields(law: LawFile, status: LawStatus): LawFields {
  const fields = {
    title: law.title,
    title_key: lawTitleKey(law.title),
    doc_number: law.docNumber,
    law_type: law.lawType,
    enact_dept: law.enactDept,
    publish_date: law.publishDate,
    effective_date: law.effectiveDate,
    status,
    article_count: law.articleCount,
    pdf_sha256: law.pdf?.sha256 ?? null,
  };
  return { ...fields, version: versionOf(fields, law.chapters) };
}

/** Covers all that the address of a law answers, since that is kept for ever under it: the status too, not the text alone. */
function versionOf(fields: Omit<LawFields, 'version'>, chapters: LawChapter[]): string {
  const content = [
    fields.title,
    fields.doc_number,
    fields.law_type,
    fields.enact_dept,
    fields.publish_date,
    fields.effective_date,
    fields.status,
    fields.pdf_sha256,
    chapters.map((chapter) => [chapter.title, chapter.articles.map((article) => [article.number, article.label, article.paragraphs])]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

const toArticles = (lawId: string, chapters: LawChapter[]) =>
  chapters
    .flatMap((chapter) => chapter.articles.map((article) => ({ chapter: chapter.title, article })))
    .map(({ chapter, article }, index) => ({
      law_id: lawId,
      seq: index + 1,
      chapter,
      number: article.number,
      label: article.label,
      paragraphs: JSON.stringify(article.paragraphs),
    }));
