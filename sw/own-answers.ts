/** Tells answers of our server from what else may come back: a captive portal's page, a proxy's error, a refusal. */
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { code } from '#contract/codes.ts';

/** An envelope of ours, whatever it says, from a server that works. */
export const isOurAnswer = (response: Response): boolean =>
  response.status < 500 && (response.headers.get('content-type') ?? '').startsWith('application/json');

/** An envelope that says success. */
export const isOurSuccess = async (response: Response): Promise<boolean> => response.status === 200 && (await codeOf(response)) === code.success;

/** An envelope that says that there is no such thing, or none that this person may see. */
export const isOurMissing = async (response: Response): Promise<boolean> => (await codeOf(response)) === code.notFound;

async function codeOf(response: Response): Promise<unknown> {
  if (!isOurAnswer(response)) return undefined;
  try {
    const body: unknown = await response.clone().json();
    return typeof body === 'object' && body !== null ? (body as { code?: unknown }).code : undefined;
  } catch {
    return undefined;
  }
}

/** Lets nothing into a cache but successful answers of our server. */
export const cacheSuccessOnly: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => ((await isOurSuccess(response)) ? response : null),
};
