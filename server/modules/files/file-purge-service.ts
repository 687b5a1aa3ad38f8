import type { ServerContext } from '../../context.ts';
import { runDaily } from '../jobs/job-service.ts';
import { deleteUnusedBefore, markedSince } from './file-repository.ts';
import { removeStored, storedHash } from './file-service.ts';

/** A phone sends photos with what shows them; one that was held up in between sends them again when it is told that they are missing. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 100;

/** Removes files that nothing has referred to for a day. */
export const purgeFiles = (context: ServerContext, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(context, 'filePurge', [() => purgeSome(context)], isStopping);

async function purgeSome(context: ServerContext): Promise<boolean> {
  const { db, dialect, now } = context;
  // On the day of the upgrade, a process of the release before may have stored what refers to a file and left its mark.
  const from = new Date((await markedSince(db)).getTime() + KEPT_MS);
  const before = new Date(now().getTime() - KEPT_MS);
  const removed = await db.transaction().execute((trx) => deleteUnusedBefore(trx, dialect, { from: from.toISOString(), before: before.toISOString() }, AT_ONCE));
  // After the rows: what the database knows is really there.
  for (const file of removed) await removeStored(context, file.comp_no, storedHash(file));
  return removed.length === AT_ONCE;
}
