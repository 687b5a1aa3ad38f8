import { followUpdates } from '@/pwa/updates.ts';
import { loadConfirm } from '@/ui/sheets/confirm-dialog.tsx';
import { holdPlaces } from '@/ui/browser/hold-place.ts';

/** What the first picture can do without. */
export async function startLater(): Promise<void> {
  holdPlaces();
  const [{ getWorker }, { keepInstalled }] = await Promise.all([import('@/pwa/registration.ts'), import('@/pwa/installation.ts')]);
  const worker = getWorker();
  followUpdates(worker);
  await keepInstalled(worker);
  // Whoever loses the network with the page open is still asked.
  await loadConfirm().catch(() => undefined);
}
