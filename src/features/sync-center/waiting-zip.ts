/** What waits for the server as a ZIP: the photos as files, a table for people, and all of it for a machine. Needs no network. */
import type { UserInfo } from '#contract/session.ts';
import type { ExportedEntry, WaitingExport } from '#contract/waiting-export.ts';
import { ENTRIES_FILE, TABLE_FILE } from '#contract/waiting-files.ts';
import { formatTime } from '@/lib/dates.ts';
import { toCsv } from '@/lib/files/csv.ts';
import { zipFiles, type FileInZip } from '@/lib/files/zip-files.ts';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { readLocalPhoto } from '@/offline/files/photos.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { StorageError } from '@/offline/storage/database.ts';
import type { PhotoRow } from '@/offline/storage/rows.ts';
import { conditions, reasonOf, type ShownEntry } from './entry-view.ts';
import { wordsOf } from './entry-words.ts';

const TITLES = ['序号', '类型', '任务', '内容', '结果', '说明或整改措施', '责任人', '填写时间', '状态', '原因', '照片', '编号'];

/** Whose entries they are. */
export type ZipOwner = Pick<UserInfo, 'employeeId' | 'employeeName' | 'compNo' | 'deptName'>;

/** @throws StorageError when the phone does not let a photo be read: no ZIP is better than one that lacks it without a word */
export const zipWaiting = (shown: readonly ShownEntry[], owner: ZipOwner, at: Date): Promise<Blob> => zipFiles(filesOf(shown, owner, at), at);

async function* filesOf(shown: readonly ShownEntry[], owner: ZipOwner, at: Date): AsyncIterable<FileInZip> {
  const fileOf = new Map<string, string>();
  for (const [index, { entry }] of shown.entries()) {
    for (const [position, sha256] of entry.photoIds.entries()) {
      if (fileOf.has(sha256)) continue;
      const photo = await readPhoto(owner.employeeId, sha256);
      if (photo === undefined) continue;
      const path = photoPath(index, position, photo.type);
      fileOf.set(sha256, path);
      yield { path, content: photo.bytes };
    }
  }
  const photosOf = (entry: OutboxEntry): string => entry.photoIds.map((sha256) => fileOf.get(sha256) ?? '（不在本机）').join('\n');
  yield { path: TABLE_FILE, content: toCsv([TITLES, ...shown.map((row, index) => toCells(row, index, photosOf(row.entry)))]) };
  const whole: WaitingExport = {
    version: 1,
    compNo: owner.compNo,
    employeeId: owner.employeeId,
    employeeName: owner.employeeName,
    deptName: owner.deptName,
    exportedAt: at.toISOString(),
    photos: [...fileOf].map(([sha256, file]) => ({ sha256, file })),
    entries: shown.map(({ entry }) => toExported(entry)),
  };
  yield { path: ENTRIES_FILE, content: JSON.stringify(whole, null, 2) };
}

/** Undefined for a photo that came from the server, that this phone never had, or whose bytes it has lost: the rest is taken away all the same. */
async function readPhoto(account: string, sha256: string): Promise<PhotoRow | undefined> {
  try {
    return await readLocalPhoto(accountRows(account), sha256);
  } catch (error) {
    if (error instanceof StorageError) return undefined;
    throw error;
  }
}

const extensions: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp' };

/** After the row of the table that shows it first: 照片/0012-2.jpg is the second photo of row 12. */
const photoPath = (index: number, position: number, type: string): string =>
  `照片/${String(index + 1).padStart(4, '0')}-${position + 1}.${extensions[type] ?? 'jpg'}`;

function toCells(row: ShownEntry, index: number, photos: string): string[] {
  const { entry, condition } = row;
  const { name, said } = wordsOf(entry);
  const { content, result, note, responsible, at } = said(entry);
  return [String(index + 1), name, entry.taskName, content, result, note, responsible, formatTime(at), conditions[condition].words, reasonOf(row), photos, entry.id];
}

function toExported(entry: OutboxEntry): ExportedEntry {
  const { id, deptTaskId, taskName, createdAt } = entry;
  return { id, deptTaskId, taskName, createdAt, ...wordsOf(entry).exported(entry) };
}
