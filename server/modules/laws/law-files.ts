import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';
import { LAW_STATUSES, lawStatusLabel, type LawStatus } from '#contract/law-status.ts';
import { guessLawFacts, type LawFacts } from './law-facts.ts';
import { type LawChapter, LawTextError, parseLawText } from './law-text.ts';

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
const day = z.preprocess((value) => (value === '' || value === null ? undefined : value), z.iso.date('日期格式应为 YYYY-MM-DD').optional());
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

/** Reads every statute below a folder. Files of one name and different endings (.md, .pdf, .json) belong together. */
export async function readLawFolder(directory: string): Promise<{ laws: LawFile[]; failures: LawFileFailure[] }> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const groups = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name).slice(join(directory, '/').length);
    const ending = extname(path);
    if (!['.md', '.pdf', '.json'].includes(ending.toLowerCase())) continue;
    const stem = path.slice(0, -ending.length);
    groups.set(stem, (groups.get(stem) ?? new Set()).add(ending));
  }
  const laws: LawFile[] = [];
  const failures: LawFileFailure[] = [];
  for (const stem of [...groups.keys()].sort()) {
    try {
      laws.push(await readLaw(directory, stem, groups.get(stem) ?? new Set()));
    } catch (error) {
      if (!(error instanceof BrokenLawFile)) throw error;
      failures.push(error.failure);
    }
  }
  return { laws, failures };
}

async function readLaw(directory: string, stem: string, endings: Set<string>): Promise<LawFile> {
  const withEnding = (ending: string): string | undefined => {
    const found = [...endings].find((each) => each.toLowerCase() === ending);
    return found === undefined ? undefined : stem + found;
  };
  const textFile = withEnding('.md');
  const pdfFile = withEnding('.pdf');
  const metadataFile = withEnding('.json');
  const metadata = metadataFile === undefined ? {} : await readMetadata(directory, metadataFile);
  const pdf = pdfFile === undefined ? undefined : await readPdf(directory, pdfFile);
  const file = textFile ?? pdfFile;
  if (file === undefined) throw new BrokenLawFile(metadataFile ?? stem, undefined, '没有同名的 .md 或 .pdf 文件');
  if (textFile === undefined) {
    if (metadataFile === undefined) throw new BrokenLawFile(file, undefined, `PDF 需要同名的元数据文件 ${basename(stem)}.json`);
    if (metadata.title === undefined || metadata.title === '') throw new BrokenLawFile(metadataFile, 1, '缺少 title：只有 PDF 时必须写明法规名称');
  }
  const parsed = textFile === undefined ? { title: '', notes: [], chapters: [], articleCount: 0 } : await readText(directory, textFile);
  const title = metadata.title || parsed.title;
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
  const bytes = await readFile(join(directory, file));
  try {
    return parseLawText(decode(file, bytes));
  } catch (error) {
    if (error instanceof LawTextError) throw new BrokenLawFile(file, error.line, error.message);
    throw error;
  }
}

async function readMetadata(directory: string, file: string): Promise<Metadata> {
  const content = decode(file, await readFile(join(directory, file)));
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
  const path = join(directory, file);
  const bytes = await readFile(path);
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw new BrokenLawFile(file, undefined, '不是 PDF 文件');
  return { sha256: createHash('sha256').update(bytes).digest('hex'), path };
}

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
