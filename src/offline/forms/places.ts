/** Where the person was in each department task: Android may end the page while the camera is open. */
import { currentAccount } from '@/session/current-account.ts';
import { accountRows } from '@/offline/storage/account-rows.ts';
import { LAST_PLACE_KEY, type LastPlaceRow, placeKey, type PlaceRow } from '@/offline/storage/rows.ts';

export type Place = Pick<PlaceRow, 'pointId' | 'offset'>;

/** Resolves when the place is stored, or cannot be: losing it costs a moment of scrolling and nothing else. */
export async function keepPlace(deptTaskId: string, place: Place): Promise<void> {
  try {
    await accountRows(currentAccount()).disk.change(async (rows) => {
      rows.put(placeKey(deptTaskId), { v: 1, ...place });
      rows.put(LAST_PLACE_KEY, { v: 1, id: deptTaskId });
    });
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

/** By account, where the person was last as far as this page knows. */
const lastPlaces = new Map<string, string | null>();

/** What `readLastPlace` would find, for a screen that is drawn at once; undefined before that was read. */
export const lastPlaceAtHand = (): string | null | undefined => lastPlaces.get(currentAccount());

/** The department task or self-correction that the person was in last; null where that is not known. */
export async function readLastPlace(): Promise<string | null> {
  const account = currentAccount();
  const row = await accountRows(account).disk.read((rows) => rows.get<LastPlaceRow>(LAST_PLACE_KEY)).catch(() => undefined);
  const last = row?.id ?? null;
  lastPlaces.set(account, last);
  return last;
}
