/** What of the server's data is on this phone, since when, and how much room it takes. */
import type { SelfCorrectionDetail } from '#contract/self-correction.ts';
import type { DeptTaskDetail } from '#contract/task.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { currentAccount } from '@/session/current-account.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import type { FilledCopy } from '@/offline/entries/delivered-rows.ts';
import { COPY_PREFIX, copyPrefix, PHOTO_PREFIX, type CopyRow } from '@/offline/storage/rows.ts';
import { listHeldLaws } from './law-storage.ts';

/** A department task or a self-correction that opens without a network. */
export interface KeptCopy {
  kind: FilledCopy;
  id: string;
  taskName: string;
  /** Check points, or items to correct. */
  size: number;
  keptAt: string;
  bytes: number;
}

export interface OfflineContent {
  /** Tasks before self-corrections, the latest fetched first. */
  copies: KeptCopy[];
  /** Those whose text is kept, with their PDFs; `keptAt` is when the last of them was fetched, null for none. */
  laws: { count: number; bytes: number; keptAt: string | null };
  photoCount: number;
  /** Why it could not be read, as a sentence; null when it was. */
  problem: string | null;
}

/** Never rejects: a phone that stores nothing has nothing. */
export async function readOfflineContent(): Promise<OfflineContent> {
  const kept = [...(await listHeldLaws()).values()].filter(({ keptTexts }) => keptTexts.length > 0);
  const laws = {
    count: kept.length,
    bytes: kept.reduce((sum, { textBytes, pdfBytes }) => sum + textBytes + pdfBytes, 0),
    keptAt: kept.map(({ keptAt }) => keptAt).reduce((latest, at) => ((at ?? '') > (latest ?? '') ? at : latest), null),
  };
  try {
    return { ...(await readRows(currentAccount())), laws, problem: null };
  } catch (error) {
    return { copies: [], photoCount: 0, laws, problem: sentenceOf(error, '本机保存的内容没有读出来，请重新打开本页') };
  }
}

async function readRows(account: string): Promise<Pick<OfflineContent, 'copies' | 'photoCount'>> {
  const { disk } = accountRows(account);
  const keys = await disk.read(async (rows) => ({ copies: await rows.keys(COPY_PREFIX), photos: await rows.keys(PHOTO_PREFIX) }));
  const copies: KeptCopy[] = [];
  // One at a time: the copies of a busy department are megabytes.
  for (const key of keys.copies) {
    const row = await disk.read((rows) => rows.get<CopyRow>(key));
    const copy = row && copyOf(key, row);
    if (copy) copies.push(copy);
  }
  copies.sort((one, other) => (one.kind === other.kind ? other.keptAt.localeCompare(one.keptAt) : one.kind === 'task' ? -1 : 1));
  return { copies, photoCount: keys.photos.length };
}

function copyOf(key: string, { data, keptAt }: CopyRow): KeptCopy | undefined {
  for (const kind of ['task', 'correction'] as const) {
    const prefix = copyPrefix(kind);
    if (!key.startsWith(prefix)) continue;
    const detail = data as DeptTaskDetail | SelfCorrectionDetail;
    const size = 'points' in detail ? detail.points.length : detail.items.length;
    return { kind, id: key.slice(prefix.length), taskName: detail.taskName, size, keptAt, bytes: new Blob([JSON.stringify(data)]).size };
  }
  return undefined;
}
