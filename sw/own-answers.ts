/** Tells answers of our server from what else may come back: a captive portal's page, a proxy's error, a refusal. */
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { code } from '#contract/codes.ts';

/** An envelope of ours, whatever it says, from a server that works. */
export const isOurAnswer = (response: Response): boolean =>
  response.status < 500 && (response.headers.get('content-type') ?? '').startsWith('application/json');

/** An envelope that says success. */
export async function isOurSuccess(response: Response): Promise<boolean> {
  if (response.status !== 200 || !isOurAnswer(response)) return false;
  try {
    const body: unknown = await response.clone().json();
    return typeof body === 'object' && body !== null && (body as { code?: unknown }).code === code.success;
  } catch {
    return false;
  }
}

/** Lets nothing into a cache but successful answers of our server. */
export const cacheSuccessOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => ((await isOurSuccess(response)) ? response : null),
};
