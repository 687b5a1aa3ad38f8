/**
 * Chromium keeps IndexedDB in LevelDB, which goes on with the log file of the visit before. A browser that is killed in
 * the middle of a write leaves half a record at its end; what the next visit stores comes behind it; the visit after that
 * finds a corrupt file, and Chromium deletes all that the site stored. Deleting a database makes LevelDB move what the log
 * holds into a table and begin a new log, so that nothing is ever stored behind half a record.
 */
import { promisifyRequest } from 'idb-keyval';

const THROWAWAY_NAME = 'zyzc-throwaway';
/** Storage that hangs is met, and reported, by the transaction that waits for this. */
const TIME_LIMIT_MS = 2000;

let begun: Promise<void> | undefined;

/** Resolves when this page may write; to be awaited before the first write. Never rejects. */
export function newLogBegun(): Promise<void> {
  return (begun ??= Promise.race([beginNewLog(), new Promise<void>((resolve) => setTimeout(resolve, TIME_LIMIT_MS))]));
}

async function beginNewLog(): Promise<void> {
  try {
    const database = await promisifyRequest(indexedDB.open(THROWAWAY_NAME));
    database.close();
    await promisifyRequest(indexedDB.deleteDatabase(THROWAWAY_NAME));
  } catch {
    // No storage, or not for this page: whoever stores something is told so.
  }
}
