import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { lightBrowserProcess } from '../support/browser-process.ts';
import { type ServerProcess, serverProcess } from '../support/server-process.ts';
import { copySeededData } from './seeded-data.ts';

/** The real server with the demonstration data, and a Chromium that has never been there. */
export interface SeededSite {
  server: ServerProcess;
  browser: Browser;
  /** What the server keeps, to be asked beside it. */
  dataDir: string;
  close: () => Promise<void>;
}

/** What was opened before a failure is closed. */
export async function openSeededSite(env: Record<string, string> = {}): Promise<SeededSite> {
  const cleanUps: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  };
  try {
    const data = await copySeededData();
    cleanUps.push(data.remove);
    const server = await serverProcess({ dataDir: data.dataDir, env });
    cleanUps.push(server.kill);
    await server.start();
    const profile = await mkdtemp(join(tmpdir(), 'zyzc-profile-'));
    cleanUps.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const { browser, close: closeBrowser } = await lightBrowserProcess(profile);
    cleanUps.push(closeBrowser);
    return { server, browser, dataDir: data.dataDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}
