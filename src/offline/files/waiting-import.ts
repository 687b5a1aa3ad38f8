/** Takes in, for an administrator, the ZIP that a phone made of what waited on it: checked here, judged by the server. */
import { code } from '#contract/codes.ts';
import { ENTRIES_PER_IMPORT, PHOTO_MAX_BYTES } from '#contract/limits.ts';
import type { ExportedEntry, WaitingExport } from '#contract/waiting-export.ts';
import { ENTRIES_FILE } from '#contract/waiting-files.ts';
import type { ImportOutcome } from '#contract/waiting-import.ts';
import { ApiError } from '@/api/ApiError.ts';
import { uploadFile } from '@/api/files.ts';
import { openZip, type OpenZip, textOf } from '@/lib/files/read-zip.ts';
import { clauseOf } from '@/lib/text/error-sentence.ts';
import { importedKindOf, isImported, isRecord, turnOf } from './imported-kinds.ts';
import { hashOf } from './photos.ts';

/** Of the ZIP as it is, all of which has to fit into the browser's memory. */
export const ZIP_MAX_BYTES = 1024 * 1024 * 1024;
const ENTRIES_FILE_MAX_BYTES = 32 * 1024 * 1024;
export const IMPORT_MAX_ENTRIES = 20_000;
const IMPORT_MAX_FILES = 60_000;

/** A sentence for the person. */
export class ImportProblem extends Error {}

/** What a ZIP holds, before the server was asked. */
export interface WaitingZip {
  exported: WaitingExport;
  zip: OpenZip;
}

const NOT_OURS = '这不是手机“导出待上传内容”得到的文件，或者文件已损坏，请重新从手机取一份';

/**
 * Opens a ZIP and looks whether it is one of ours; nothing of it is believed beyond that, since the server judges each entry.
 * @throws ImportProblem with what is wrong, in words
 */
export async function openWaitingZip(file: Blob, compNo: string): Promise<WaitingZip> {
  if (file.size > ZIP_MAX_BYTES) throw new ImportProblem('文件超过 1 GB，请在手机上分几次导出');
  const zip = openZip(new Uint8Array(await file.arrayBuffer()));
  if (zip === undefined) throw new ImportProblem(NOT_OURS);
  if (zip.files.length > IMPORT_MAX_FILES) throw new ImportProblem(`压缩包中有 ${zip.files.length} 个文件，不是手机导出的文件`);
  const bytes = zip.read(ENTRIES_FILE, ENTRIES_FILE_MAX_BYTES);
  if (bytes === undefined) {
    const isTooLarge = zip.files.some(({ name, size }) => name === ENTRIES_FILE && size > ENTRIES_FILE_MAX_BYTES);
    throw new ImportProblem(isTooLarge ? '压缩包解开后过大，不是手机导出的文件' : NOT_OURS);
  }
  const exported = parse(bytes);
  if (exported.compNo !== compNo) throw new ImportProblem('这是其他机构的导出文件，不能导入本机构');
  return { exported, zip };
}

function parse(bytes: Uint8Array): WaitingExport {
  let read: unknown;
  try {
    read = JSON.parse(textOf(bytes));
  } catch {
    throw new ImportProblem(NOT_OURS);
  }
  if (!isRecord(read)) throw new ImportProblem(NOT_OURS);
  if (read['version'] !== 1) throw new ImportProblem('导出文件的版本不认识，请刷新页面更新后再试');
  const { entries, photos } = read;
  if (!Array.isArray(entries) || !Array.isArray(photos) || typeof read['employeeId'] !== 'string') throw new ImportProblem(NOT_OURS);
  if (entries.length > IMPORT_MAX_ENTRIES) throw new ImportProblem(`文件中有 ${entries.length} 项内容，一次最多导入 ${IMPORT_MAX_ENTRIES} 项`);
  if (entries.length === 0) throw new ImportProblem('文件中没有待上传的内容');
  if (!entries.every(isImported) || !photos.every(isPhoto)) throw new ImportProblem(NOT_OURS);
  return read as unknown as WaitingExport;
}

const isPhoto = (value: unknown): boolean => isRecord(value) && typeof value['sha256'] === 'string' && typeof value['file'] === 'string';

/** What became of an entry, or would. */
export interface ImportedEntry {
  entry: ExportedEntry;
  outcome: ImportOutcome['outcome'];
  reason: string;
}

export interface ImportReport {
  entries: ImportedEntry[];
  /** Photos that the server lacks and the ZIP has. */
  photosToSend: string[];
  /** Why not all of it was done, where something got in between; what is listed was done. */
  problem?: string;
}

/** Asks the server what would become of each entry. Stores nothing. */
export async function checkWaiting(waiting: WaitingZip): Promise<ImportReport> {
  const { entries, missingPhotos } = await sendAll(waiting, true);
  const inZip = new Set(waiting.exported.photos.map(({ sha256 }) => sha256));
  const lacking = (id: string): boolean => (missingPhotos.get(id) ?? []).some((sha256) => !inZip.has(sha256));
  return {
    entries: entries.map((one) => (lacking(one.entry.id) ? { ...one, outcome: 'photosMissing', reason: NO_PHOTO } : one)),
    photosToSend: [...new Set([...missingPhotos.values()].flat())].filter((sha256) => inZip.has(sha256)),
  };
}

const NO_PHOTO = '照片不在文件中，服务器上也没有';

/**
 * Sends the photos that the server lacks, then the entries. Safe to repeat: the server knows by their ids what it has.
 * What stops it is told in the report, unless the person may not import any more. @throws ApiError
 * @param onProgress how many photos and entries were sent, of how many
 */
export async function takeWaiting(waiting: WaitingZip, checked: ImportReport, onProgress: (done: number, all: number) => void): Promise<ImportReport> {
  const all = checked.photosToSend.length + waiting.exported.entries.length;
  let done = 0;
  const refused = new Map<string, string>();
  try {
    for (const sha256 of checked.photosToSend) {
      const why = await sendPhoto(waiting, sha256);
      if (why !== undefined) refused.set(sha256, why);
      onProgress((done += 1), all);
    }
  } catch (error) {
    if (isForbidden(error)) throw error;
    return { entries: [], photosToSend: [], problem: `照片没有全部送达（${clauseOf(error)}）。还没有导入任何内容，可以用同一个文件再试。` };
  }
  const { entries, missingPhotos, problem } = await sendAll(waiting, false, (count) => onProgress((done += count), all));
  const explained = entries.map((one) => {
    if (one.outcome !== 'photosMissing') return one;
    const why = (missingPhotos.get(one.entry.id) ?? []).flatMap((sha256) => refused.get(sha256) ?? []);
    return { ...one, reason: why[0] ?? NO_PHOTO };
  });
  return { entries: explained, photosToSend: [], ...(problem !== undefined && { problem }) };
}

/** The person may import nothing any more; a refusal of one entry it is not. */
const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.code === code.forbidden;
const isShutOut = (error: ApiError): boolean => error.code === code.signedOut || isForbidden(error);

/** @returns why a photo cannot be taken; undefined when the server has it now */
async function sendPhoto({ exported, zip }: WaitingZip, sha256: string): Promise<string | undefined> {
  const file = exported.photos.find((photo) => photo.sha256 === sha256)?.file ?? '';
  const bytes = zip.read(file, PHOTO_MAX_BYTES);
  if (bytes === undefined) return '照片在压缩包中缺失或过大';
  if ((await hashOf(bytes.buffer)) !== sha256) return '照片内容被改动过';
  try {
    await uploadFile(sha256, bytes.buffer, typeOf(file));
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'business' && !isShutOut(error)) return error.message;
    throw error;
  }
}

const typeOf = (file: string): string => (file.endsWith('.png') ? 'image/png' : file.endsWith('.webp') ? 'image/webp' : 'image/jpeg');

interface Sent {
  entries: ImportedEntry[];
  missingPhotos: Map<string, string[]>;
  problem?: string;
}

async function sendAll({ exported }: WaitingZip, isDryRun: boolean, onSent: (count: number) => void = () => undefined): Promise<Sent> {
  const entries: ImportedEntry[] = [];
  const missingPhotos = new Map<string, string[]>();
  for (const batch of batchesOf(exported.entries)) {
    try {
      const outcomes = new Map((await sendBatch(exported.employeeId, batch, isDryRun)).map((outcome) => [outcome.id, outcome]));
      for (const entry of batch) {
        const { outcome = 'rejected', reason = '服务器没有确认这项内容', missingPhotos: missing = [] } = outcomes.get(entry.id) ?? {};
        entries.push({ entry, outcome, reason: outcomes.has(entry.id) ? (outcomes.get(entry.id)?.reason ?? '') : reason });
        if (missing.length > 0) missingPhotos.set(entry.id, missing);
      }
    } catch (error) {
      if (isDryRun || isForbidden(error)) throw error;
      return { entries, missingPhotos, problem: `导入中断（${clauseOf(error)}）。已导入的在下面列出，其余的还没有导入；可以用同一个文件再试，不会重复。` };
    }
    onSent(batch.length);
  }
  return { entries, missingPhotos };
}

/** One request each: of one kind and one department task or self-correction, submissions after all they wait for. */
function batchesOf(entries: readonly ExportedEntry[]): ExportedEntry[][] {
  const groups = new Map<string, ExportedEntry[]>();
  const sorted = [...entries].sort((one, other) => turnOf(one) - turnOf(other) || compare(subjectOf(one), subjectOf(other)) || compare(one.id, other.id));
  for (const entry of sorted) {
    const key = `${entry.kind} ${importedKindOf(entry).groupOf(entry)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].flatMap(inParts);
}

/** What follows each other on one subject stays together, where that is possible. */
function inParts(group: readonly ExportedEntry[]): ExportedEntry[][] {
  const runs: ExportedEntry[][] = [];
  for (const entry of group) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && subjectOf(last) === subjectOf(entry) && run.length < ENTRIES_PER_IMPORT) run.push(entry);
    else runs.push([entry]);
  }
  const parts: ExportedEntry[][] = [];
  for (const run of runs) {
    const part = parts.at(-1);
    if (part !== undefined && part.length + run.length <= ENTRIES_PER_IMPORT) part.push(...run);
    else parts.push(run);
  }
  return parts;
}

const subjectOf = (entry: ExportedEntry): string => importedKindOf(entry).subjectOf(entry);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

async function sendBatch(employeeId: string, batch: readonly ExportedEntry[], isDryRun: boolean): Promise<ImportOutcome[]> {
  const [first, ...others] = batch;
  if (first === undefined) return [];
  try {
    return await importedKindOf(first).send({ employeeId, deptTaskId: first.deptTaskId, isDryRun }, [first, ...others]);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'business' || isShutOut(error)) throw error;
    if (error.code === code.notFound) return batch.map(({ id }) => rejected(id, '任务或填写人不在本机构中'));
    if (error.code !== code.validation) throw error;
    // Those that are wrong are named; the others are asked about again without them.
    const wrong = new Map<number, string>();
    for (const { field, message } of error.details ?? []) {
      const index = /^entries\.(\d+)(?:\.|$)/.exec(field)?.[1];
      if (index !== undefined) wrong.set(Number(index), message);
    }
    if (wrong.size === 0) return batch.map(({ id }) => rejected(id, error.message));
    const named = batch.flatMap(({ id }, index) => (wrong.has(index) ? [rejected(id, wrong.get(index) ?? error.message)] : []));
    const rest = batch.filter((_entry, index) => !wrong.has(index));
    return [...named, ...(await sendBatch(employeeId, rest, isDryRun))];
  }
}

const rejected = (id: string, reason: string): ImportOutcome => ({ id, outcome: 'rejected', reason });
