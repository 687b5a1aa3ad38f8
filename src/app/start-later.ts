import { getWorker } from '@/pwa/registration.ts';
import { followUpdates } from '@/pwa/updates.ts';
import { holdPlaces } from '@/ui/hold-place.ts';

/** What the first picture can do without. */
export async function startLater(): Promise<void> {
  holdPlaces();
  const worker = getWorker();
  followUpdates(worker);
  const { keepInstalled } = await import('@/pwa/installation.ts');
  await keepInstalled(worker);
}
