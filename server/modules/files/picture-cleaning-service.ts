import { buffer } from 'node:stream/consumers';
import { PHOTO_TYPES, type PhotoType } from '#contract/file.ts';
import { cleanPicture } from '#contract/picture.ts';
import type { ServerContext } from '../../context.ts';
import { runDaily } from '../jobs/job-service.ts';
import { type FileRow, listNotCleaned, setStoredAs } from './file-repository.ts';
import { fileKey, hashOf, removeStored, storeBytes } from './file-service.ts';

const AT_ONCE = 20;

/** Takes the metadata out of pictures that a release before this one stored with them. */
export const cleanPictures = (context: ServerContext, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(context, 'pictureCleaning', [() => cleanSome(context)], isStopping);

async function cleanSome(context: ServerContext): Promise<boolean> {
  const rows = await listNotCleaned(context.db, AT_ONCE);
  for (const row of rows) await cleanOne(context, row);
  return rows.length === AT_ONCE;
}

async function cleanOne(context: ServerContext, { comp_no, sha256, size, type }: FileRow): Promise<void> {
  const clean = PHOTO_TYPES.includes(type as PhotoType) ? await readClean(context, fileKey(comp_no, sha256)) : undefined;
  const storedAs = clean === undefined ? sha256 : hashOf(clean);
  if (clean === undefined || storedAs === sha256) return void (await setStoredAs(context.db, { comp_no, sha256, stored_as: sha256, size }));
  await storeBytes(context, fileKey(comp_no, storedAs), clean, () => setStoredAs(context.db, { comp_no, sha256, stored_as: storedAs, size: clean.byteLength }));
  await removeStored(context, comp_no, sha256);
}

/** Undefined for what is lost or damaged: it stays as it is, until whoever has it sends it again. */
async function readClean({ files }: ServerContext, key: string): Promise<Uint8Array | undefined> {
  if (!(await files.has(key))) return undefined;
  const picture = cleanPicture(await buffer(await files.read(key)));
  return typeof picture === 'object' ? picture.bytes : undefined;
}
