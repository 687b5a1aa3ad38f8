/** Where the person was in each department task: Android may end the page while the camera is open. */
import { currentAccount } from '@/session/current-account.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { placeKey, type PlaceRow } from '@/offline/storage/rows.ts';

export type Place = Pick<PlaceRow, 'pointId' | 'offset'>;

/** Resolves when the place is stored, or cannot be: losing it costs a moment of scrolling and nothing else. */
export async function keepPlace(deptTaskId: string, place: Place): Promise<void> {
  try {
    await accountRows(currentAccount()).disk.change(async (rows) => rows.put(placeKey(deptTaskId), { v: 1, ...place }));
  } catch {
    // The answers themselves report what is wrong with the storage.
  }
}

export async function readPlace(deptTaskId: string): Promise<Place | null> {
  try {
    const row = await accountRows(currentAccount()).disk.read((rows) => rows.get<PlaceRow>(placeKey(deptTaskId)));
    return row ? { pointId: row.pointId, offset: row.offset } : null;
  } catch {
    return null;
  }
}
