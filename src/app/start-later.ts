import { startUpdates } from '@/pwa/updates.ts';
import { holdPlaces } from '@/ui/hold-place.ts';

/** What the first picture can do without. */
export async function startLater(): Promise<void> {
  holdPlaces();
  await startUpdates();
}
