import type { UploadState } from '#contract/declaration.ts';
import { PIECE_BYTES, UPLOADS_AT_ONCE } from '#contract/limits.ts';
import type { Caller } from '../../caller.ts';
import type { ServerContext } from '../../context.ts';
import { conflict, wrongField } from '../../errors.ts';
import { countFileBytes, requireRoomForFile } from '../daily-use/daily-use-service.ts';
import { runDaily } from '../jobs/job-service.ts';
import { checkAttachment } from './attachment-check.ts';
import { findFileOfDept } from './file-repository.ts';
import { fileKey, hasHash, storedHash, storeFile } from './file-service.ts';
import { countOtherUploads, deletePieces, deletePiecesBefore, listPieces, putPiece, readPieces } from './upload-piece-repository.ts';

/** A file that nobody went on with is forgotten after that. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const keptSince = ({ now }: ServerContext): string => new Date(now().getTime() - KEPT_MS).toISOString();

const pieceCount = (size: number): number => Math.ceil(size / PIECE_BYTES);

/**
 * How far an upload is. Pieces stand in the database, so that whichever server process is asked can go on with them.
 * That the company has the file says nothing to a department that has not: who has only the hash learns nothing by it.
 */
export async function readUploadState(context: ServerContext, caller: Caller, sha256: string, size: number): Promise<UploadState> {
  if (await isStored(context, caller, sha256)) return state([], true);
  const count = pieceCount(size);
  const received = (await listPieces(context.db, caller.employeeId, sha256, keptSince(context))).filter((seq) => seq < count);
  // All came and yet there is no file: it could not be stored then. The last one, sent again, has it stored.
  return state(received.length < count ? received : received.slice(0, -1), false);
}

/**
 * Takes one piece; with the last one, in whatever order they come, the file is checked and stored. Safe to repeat.
 * @throws AppError when the piece is not of the right length or too much for a day, or the whole is not what its hash says or no attachment
 */
export async function storePiece(
  context: ServerContext,
  caller: Caller,
  { sha256, size, index }: { sha256: string; size: number; index: number },
  content: Uint8Array,
): Promise<UploadState> {
  const count = pieceCount(size);
  if (index >= count) throw wrongField('index', '分片序号不正确');
  if (content.byteLength !== (index === count - 1 ? size - index * PIECE_BYTES : PIECE_BYTES)) throw wrongField('file', '分片大小不正确，请重新上传');
  if (await isStored(context, caller, sha256)) return state([], true);
  if ((await countOtherUploads(context.db, caller.employeeId, sha256, keptSince(context))) >= UPLOADS_AT_ONCE) {
    throw conflict(`最多同时上传 ${UPLOADS_AT_ONCE} 个文件，请等待其他文件传完`);
  }
  const at = context.now();
  await requireRoomForFile(context.db, { ...caller, at }, content.byteLength);
  await putPiece(context.db, { employeeId: caller.employeeId, sha256, seq: index, content, receivedAt: at.toISOString() });
  await countFileBytes(context.db, { ...caller, at }, content.byteLength);
  const received = (await listPieces(context.db, caller.employeeId, sha256, keptSince(context))).filter((seq) => seq < count);
  if (received.length < count) {
    if (!(await isStored(context, caller, sha256))) return state(received, false);
    // It was stored while this piece, which came twice, was on its way.
    await deletePieces(context.db, caller.employeeId, sha256);
    return state([], true);
  }
  await join(context, caller, sha256, size);
  return state([], true);
}

/** The row is not enough: a store that lost the bytes gets them back from whoever sends them again. */
async function isStored({ db, files }: ServerContext, { compNo, deptId }: Caller, sha256: string): Promise<boolean> {
  const file = await findFileOfDept(db, compNo, sha256, deptId);
  return file !== undefined && files.has(fileKey(compNo, storedHash(file)));
}

async function join(context: ServerContext, caller: Caller, sha256: string, size: number): Promise<void> {
  const bytes = Buffer.concat(await readPieces(context.db, caller.employeeId, sha256));
  const judgement = bytes.byteLength === size && hasHash(bytes, sha256) ? await checkAttachment(bytes) : undefined;
  if (judgement === undefined || 'refusal' in judgement) {
    // The last piece came twice, and the other call was done with it: the pieces are gone, since the file is there.
    if (await isStored(context, caller, sha256)) return;
    // Sending the same pieces once more would end here again.
    await deletePieces(context.db, caller.employeeId, sha256);
    throw judgement === undefined ? wrongField('sha256', '文件内容与校验值不一致，请重新上传') : wrongField('file', judgement.refusal);
  }
  await storeFile(context, caller, { sha256, ...judgement, name: '附件', isCounted: true });
  await deletePieces(context.db, caller.employeeId, sha256);
}

/** Removes the pieces of files that nobody went on with. */
export const purgePieces = (context: ServerContext, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(
    context,
    'piecePurge',
    [
      async () => {
        await deletePiecesBefore(context.db, keptSince(context));
        return false;
      },
    ],
    isStopping,
  );

const state = (received: number[], isDone: boolean): UploadState => ({ pieceSize: PIECE_BYTES, received, isStored: isDone });
