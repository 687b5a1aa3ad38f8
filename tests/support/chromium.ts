import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumOnThisMachine, headlessShellOnThisMachine } from '../../scripts/chromium-path.mjs';

/** @throws Error that says how to get a Chromium, when there is none. */
export function findChromium(): string {
  const path = chromiumOnThisMachine();
  if (path === undefined) throw new Error('No Chromium found: run `npm test` once, or set CHROMIUM_PATH.');
  if (!existsSync(path)) throw new Error(`CHROMIUM_PATH names no file: ${path}`);
  return path;
}

/** For tests of screens: what such a browser leaves out, no page sees. */
export const findLightChromium = (): string => headlessShellOnThisMachine() ?? findChromium();

/** Of its process: without a locale that knows Chinese, as in many containers, Chromium calls every file that it saves "download". */
export const chromiumEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: 'C.UTF-8' });

/** A browser with a profile of its own that goes when it closes. */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findLightChromium(), args: ['--no-sandbox', '--disable-gpu', ...args], env: chromiumEnvironment() });
}

export const CPU_SLOWDOWN = 4;

/** The phone that design goals speak of: CPU four times slower and, where asked, slow 4G (1.6 Mbit/s, 150 ms). */
export async function slowDown(page: Page, options: { network?: 'slow4G' } = {}): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  if (options.network === undefined) return;
  const bytesPerSecond = (1.6 * 1024 * 1024) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
}

/** What keeps Chromium from offering to install the page; empty when it may be installed. */
export async function installabilityErrors(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors: errors } = await session.send('Page.getInstallabilityErrors');
  return errors.map((error) => error.errorId);
}
