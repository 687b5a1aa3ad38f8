import type { ServerContext } from '../../context.ts';
import { runDaily } from '../jobs/job-service.ts';
import { deleteUnusedBefore, findFile, markedSince } from './file-repository.ts';
import { fileKey } from './file-service.ts';

/** A phone sends photos with what shows them; one that was held up in between sends them again when it is told that they are missing. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 100;

/** Removes files that nothing has referred to for a day. */
export const purgeFiles = (context: ServerContext, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(context, 'filePurge', [() => purgeSome(context)], isStopping);

async function purgeSome({ db, dialect, files, now }: ServerContext): Promise<boolean> {
  // On the day of the upgrade, a process of the release before may have stored what refers to a file and left its mark.
  const from = new Date((await markedSince(db)).getTime() + KEPT_MS);
  const before = new Date(now().getTime() - KEPT_MS);
  const removed = await db.transaction().execute((trx) => deleteUnusedBefore(trx, dialect, { from: from.toISOString(), before: before.toISOString() }, AT_ONCE));
  for (const { comp_no: compNo, sha256 } of removed) {
    // After the row: what the database knows is really there. Somebody may send it again just now.
    await files.remove(fileKey(compNo, sha256), async () => (await findFile(db, compNo, sha256)) !== undefined);
  }
  return removed.length === AT_ONCE;
}
