import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { day as calendarDay } from '#contract/fields.ts';
import { LAW_STATUSES, lawStatusLabel, type LawStatus } from '#contract/law-status.ts';
import { errorCodeOf } from '../../error-code.ts';
import { findPdfProblem, isPdf, type PdfProblem } from '../../files/pdf-check.ts';
import { guessLawFacts, type LawFacts } from './law-facts.ts';
import { isVolumeTitle } from './law-lines.ts';
import { type LawChapter, LawTextError, parseLawText, VOLUME_ALONE } from './law-text.ts';

/** A statute as a folder holds it: text, PDF or both, and what its metadata file says. */
export interface LawFile extends LawFacts {
  /** Path inside the folder, for messages. */
  file: string;
  title: string;
  /** What the metadata says; undefined leaves it to the versions at hand. */
  status: LawStatus | undefined;
  chapters: LawChapter[];
  articleCount: number;
  pdf: { sha256: string; path: string } | undefined;
}

/** Why a file was left out; `line` counts from 1. */
export interface LawFileFailure {
  file: string;
  line: number | undefined;
  reason: string;
}

class BrokenLawFile extends Error {
  readonly failure: LawFileFailure;

  constructor(file: string, line: number | undefined, reason: string) {
    super(reason);
    this.name = 'BrokenLawFile';
    this.failure = { file, line, reason };
  }
}

const text = (max: number) => z.string('必须为文本').trim().max(max, `最多 ${max} 个字符`).optional();
const day = z.preprocess((value) => (value === '' || value === null ? undefined : value), calendarDay.optional());
const statusOf = (value: unknown): unknown => LAW_STATUSES.find((status) => lawStatusLabel[status] === value) ?? (value === '' ? undefined : value);

const metadataSchema = z.strictObject(
  {
    title: text(200),
    docNumber: text(100),
    lawType: text(50),
    enactDept: text(80),
    publishDate: day,
    effectiveDate: day,
    status: z.preprocess(statusOf, z.enum(LAW_STATUSES, '状态只能为现行有效、已修改或已废止').optional()),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `不认识的字段 ${issue.keys.join('、')}` : undefined) },
);
type Metadata = z.infer<typeof metadataSchema>;

type Role = 'text' | 'pdf' | 'metadata';
const ROLES: Readonly<Record<string, Role>> = { '.md': 'text', '.markdown': 'text', '.txt': 'text', '.pdf': 'pdf', '.json': 'metadata' };
/** The files of one name. */
type Group = Partial<Record<Role, string>>;

/**
 * Reads every statute below a folder. Files of one name and different endings (.md, .pdf, .json) belong together. What
 * cannot be read is a failure with its name; what is hidden is passed over.
 * @throws when the folder itself cannot be read
 */
export async function readLawFolder(directory: string): Promise<{ laws: LawFile[]; failures: LawFileFailure[] }> {
  const { files, failures } = await listFiles(directory);
  const groups = new Map<string, Group>();
  for (const file of files.toSorted()) {
    const ending = extname(file);
    const role = ROLES[ending.toLowerCase()];
    const stem = file.slice(0, file.length - ending.length);
    const group = groups.get(stem) ?? {};
    const twin = role && group[role];
    if (role === undefined) failures.push({ file, line: undefined, reason: '不认识的文件类型：法规须为 .md、.markdown、.txt 或 .pdf，元数据为 .json' });
    else if (twin !== undefined) failures.push({ file, line: undefined, reason: `与 ${twin} 同名，只读取了后者` });
    else groups.set(stem, { ...group, [role]: file });
  }
  const laws: LawFile[] = [];
  for (const [stem, group] of [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    try {
      laws.push(await readLaw(directory, stem, group));
    } catch (error) {
      if (!(error instanceof BrokenLawFile)) throw error;
      failures.push(error.failure);
    }
  }
  return { laws, failures };
}

/** Paths inside the folder, of files and of what links lead to, if that is a file: a link to a folder could lead round in a circle. */
async function listFiles(directory: string): Promise<{ files: string[]; failures: LawFileFailure[] }> {
  const files: string[] = [];
  const failures: LawFileFailure[] = [];
  const list = async (folder: string, entries: readonly Dirent[]): Promise<void> => {
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      try {
        if (entry.isDirectory()) await list(path, await readdir(join(directory, path), { withFileTypes: true }));
        else if (entry.isFile() || (await stat(join(directory, path))).isFile()) files.push(path);
        else failures.push({ file: path, line: undefined, reason: entry.isSymbolicLink() ? '链接没有指向文件' : '不是文件' });
      } catch (error) {
        failures.push({ file: path, line: undefined, reason: unreadableReason(error) });
      }
    }
  };
  await list('', await readdir(directory, { withFileTypes: true }));
  return { files, failures };
}

/** @throws BrokenLawFile */
const readBytes = (directory: string, file: string): Promise<Buffer> =>
  readFile(join(directory, file)).catch((error: unknown) => {
    throw new BrokenLawFile(file, undefined, unreadableReason(error));
  });

function unreadableReason(error: unknown): string {
  const code = errorCodeOf(error);
  if (code === 'EACCES' || code === 'EPERM') return '没有读取权限';
  if (code === 'ENOENT' || code === 'ELOOP') return '文件不存在，或链接指向的文件不存在';
  return `无法读取：${error instanceof Error ? error.message : String(error)}`;
}

async function readLaw(directory: string, stem: string, { text: textFile, pdf: pdfFile, metadata: metadataFile }: Group): Promise<LawFile> {
  const metadata = metadataFile === undefined ? {} : await readMetadata(directory, metadataFile);
  const pdf = pdfFile === undefined ? undefined : await readPdf(directory, pdfFile);
  const file = textFile ?? pdfFile;
  if (file === undefined) throw new BrokenLawFile(metadataFile ?? stem, undefined, '没有同名的 .md、.markdown、.txt 或 .pdf 文件');
  if (textFile === undefined) {
    if (metadataFile === undefined) throw new BrokenLawFile(file, undefined, `PDF 需要同名的元数据文件 ${basename(stem)}.json`);
    if (metadata.title === undefined || metadata.title === '') throw new BrokenLawFile(metadataFile, 1, '缺少 title：只有 PDF 时必须写明法规名称');
  }
  const parsed = textFile === undefined ? { title: '', notes: [], chapters: [], articleCount: 0 } : await readText(directory, textFile);
  const title = metadata.title || parsed.title;
  if (isVolumeTitle(title)) throw new BrokenLawFile(metadataFile ?? file, 1, VOLUME_ALONE);
  const guessed = guessLawFacts({ title, notes: parsed.notes, chapters: parsed.chapters, fileName: basename(stem) });
  return {
    file,
    title,
    docNumber: metadata.docNumber ?? guessed.docNumber,
    lawType: metadata.lawType || guessed.lawType,
    enactDept: metadata.enactDept ?? guessed.enactDept,
    publishDate: metadata.publishDate ?? guessed.publishDate,
    effectiveDate: metadata.effectiveDate ?? guessed.effectiveDate,
    status: metadata.status,
    chapters: parsed.chapters,
    articleCount: parsed.articleCount,
    pdf,
  };
}

async function readText(directory: string, file: string) {
  const bytes = await readBytes(directory, file);
  try {
    return parseLawText(decode(file, bytes));
  } catch (error) {
    if (error instanceof LawTextError) throw new BrokenLawFile(file, error.line, error.message);
    throw error;
  }
}

async function readMetadata(directory: string, file: string): Promise<Metadata> {
  const content = decode(file, await readBytes(directory, file));
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /position (\d+)/.exec(message)?.[1];
    const line = position === undefined ? content.trimEnd().split('\n').length : content.slice(0, Number(position)).split('\n').length;
    throw new BrokenLawFile(file, line, '不是有效的 JSON');
  }
  const parsed = metadataSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  const index = content.split('\n').findIndex((line) => field !== undefined && line.includes(`"${String(field)}"`));
  const name = issue?.code === 'unrecognized_keys' || field === undefined ? '' : `${String(field)}：`;
  throw new BrokenLawFile(file, index === -1 ? 1 : index + 1, `${name}${issue?.message ?? '内容不正确'}`);
}

async function readPdf(directory: string, file: string): Promise<{ sha256: string; path: string }> {
  const bytes = await readBytes(directory, file);
  if (!isPdf(bytes)) throw new BrokenLawFile(file, undefined, '不是 PDF 文件');
  const problem = await findPdfProblem(bytes);
  if (problem !== undefined) throw new BrokenLawFile(file, undefined, pdfProblemMessage[problem]);
  return { sha256: createHash('sha256').update(bytes).digest('hex'), path: join(directory, file) };
}

const pdfProblemMessage: Record<PdfProblem, string> = { damaged: 'PDF 已损坏，无法打开', locked: 'PDF 设有打开密码，请去掉密码后再导入' };

/** UTF-8 only: other encodings would turn a statute into nonsense that nobody notices. */
function decode(file: string, bytes: Buffer): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    let line = 1;
    for (let start = 0; start < bytes.length; line += 1) {
      const end = bytes.indexOf(0x0a, start);
      const stop = end === -1 ? bytes.length : end;
      try {
        decoder.decode(bytes.subarray(start, stop));
      } catch {
        break;
      }
      start = stop + 1;
    }
    throw new BrokenLawFile(file, line, '不是 UTF-8 编码，请另存为 UTF-8');
  }
}
