import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { lightBrowserProcess } from '../support/browser-process.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
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

type CleanUp = () => Promise<unknown>;

/** In reverse, as they were opened. */
export async function cleanUpAll(cleanUps: CleanUp[]): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}

/** What was opened before a failure is closed. */
export async function openSeededSite(env: Record<string, string> = {}): Promise<SeededSite> {
  const cleanUps: CleanUp[] = [];
  const close = (): Promise<void> => cleanUpAll(cleanUps);
  try {
    const { server, dataDir, profile } = await startSeeded(cleanUps, env);
    const { browser, close: closeBrowser } = await lightBrowserProcess(profile);
    cleanUps.push(closeBrowser);
    return { server, browser, dataDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The real server with the demonstration data behind a network that can fail, and a profile for browsers that come and go. */
export async function openProxiedSite(cleanUps: CleanUp[]): Promise<Seeded & { proxy: FaultProxy }> {
  const seeded = await startSeeded(cleanUps, {});
  const proxy = await startFaultProxy(seeded.server.port);
  cleanUps.push(proxy.close);
  return { ...seeded, proxy };
}

interface Seeded {
  server: ServerProcess;
  dataDir: string;
  profile: string;
}

async function startSeeded(cleanUps: CleanUp[], env: Record<string, string>): Promise<Seeded> {
  const { dataDir, remove } = await copySeededData();
  cleanUps.push(remove);
  const server = await serverProcess({ dataDir, env });
  cleanUps.push(server.kill);
  await server.start();
  const profile = await mkdtemp(join(tmpdir(), 'zyzc-profile-'));
  cleanUps.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return { server, dataDir, profile };
}
