import { apiPaths } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { Site } from '#contract/session.ts';

/** What is asked before anybody signs in, by `fetch`: axios is not worth loading for two questions. */
const LIMIT_MS = 5000;

async function ask(path: string): Promise<{ status: number; body: unknown }> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), LIMIT_MS);
  try {
    const response = await fetch(path, { headers: { accessToken: '' }, cache: 'no-store', credentials: 'same-origin', signal: controller.signal });
    return { status: response.status, body: (await response.json()) as unknown };
  } finally {
    clearTimeout(timer);
  }
}

/** Asks whether our server is there. A captive portal answers too, so the body has to be ours. */
export async function probe(): Promise<boolean> {
  try {
    const { status, body } = await ask('/healthz');
    const health = body as { status?: unknown; service?: unknown } | null;
    return status === 200 && health?.status === 'ok' && health.service === 'zyzc';
  } catch {
    return false;
  }
}

/** Title of this deployment; undefined when the server does not tell. */
export async function readSiteTitle(): Promise<string | undefined> {
  try {
    const { body } = await ask(apiPaths.getSiteByKey.path);
    const envelope = body as Envelope<Site> | null;
    return envelope?.code === code.success && envelope.message.siteTitle !== '' ? envelope.message.siteTitle : undefined;
  } catch {
    return undefined;
  }
}
