import { configureApi } from '@/api/hooks.ts';
import { startInstall } from '@/pwa/install.ts';
import { followSettings } from '@/settings/page-style.ts';
import { followLowTyping } from '@/ui/browser/low-typing.ts';
import { describeFailure } from './error-messages.ts';
import { endSession } from './end-session.ts';
import { nameVisits } from './name-visits.ts';
import { ignoreSecondTaps } from './second-taps.ts';

/** Once, before anything is shown. */
export function startClient(): void {
  followSettings();
  followLowTyping();
  nameVisits();
  ignoreSecondTaps();
  configureApi({ onSignedOut: endSession, describeFailure });
  startInstall();
  // Not before the page is drawn: a first visit has better things to load than what keeps the next one going.
  if (document.readyState === 'complete') void loadTheRest();
  else addEventListener('load', () => void loadTheRest(), { once: true });
}

const loadTheRest = async (): Promise<void> => (await import('./start-later.ts')).startLater();
