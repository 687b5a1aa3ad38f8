import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumEnvironment, findChromium, findLightChromium } from './chromium.ts';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  '--remote-debugging-port=0',
];
const START_LIMIT_MS = 30_000;
const QUIT_LIMIT_MS = 30_000;

export const PHONE = { width: 390, height: 844 };
export const SMALL_PHONE = { width: 360, height: 640 };
export const DESKTOP = { width: 1440, height: 900 };

/** A real Chromium in a process group of its own on a profile that outlives it. */
export interface BrowserProcess {
  browser: Browser;
  context: BrowserContext;
  newPage: (size?: { width: number; height: number }) => Promise<Page>;
  /** SIGKILL to every process of the browser, as when a phone runs out of memory. */
  kill: () => Promise<void>;
  /** Ends it as a person does: what pages stored is on the disk by then. */
  quit: () => Promise<void>;
  close: () => Promise<void>;
}

export async function browserProcess(profile: string, program = findChromium()): Promise<BrowserProcess> {
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  // After a SIGKILL the lock of the dead process is still there.
  for (const lock of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) await rm(join(profile, lock), { force: true });
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    env: chromiumEnvironment(),
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const kill = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    }
    await exited;
    // A helper process that still writes holds the locks of the profile's databases: the next browser would find them
    // locked and, for some of them, start with an empty one, which no phone does.
    while (child.pid !== undefined && (await isGroupAlive(child.pid))) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  const deadline = Date.now() + START_LIMIT_MS;
  let port = '';
  while (port === '') {
    if (Date.now() > deadline || child.exitCode !== null) {
      await kill();
      throw new Error('Chromium did not start');
    }
    if (existsSync(portFile)) port = (await readFile(portFile, 'utf8')).split('\n', 1)[0] ?? '';
    if (port === '') await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = browser.contexts()[0];
  if (context === undefined) throw new Error('Chromium has no context');
  return {
    browser,
    context,
    newPage: async (size = PHONE) => {
      const page = await context.newPage();
      await page.setViewportSize(size);
      return page;
    },
    kill,
    quit: async () => {
      const session = await browser.newBrowserCDPSession();
      // The connection may end before the answer.
      await session.send('Browser.close').catch(() => undefined);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const isLate = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(true), QUIT_LIMIT_MS)));
      const hasFailed = await Promise.race([exited.then(() => false), isLate]);
      clearTimeout(timer);
      await kill();
      if (hasFailed) throw new Error('Chromium did not end');
    },
    close: async () => {
      await browser.close().catch(() => undefined);
      await kill();
    },
  };
}

/** For tests of screens that stay the same whatever a browser is built with; it moves nothing that need not move. */
export async function lightBrowserProcess(profile: string): Promise<BrowserProcess> {
  const started = await browserProcess(profile, findLightChromium());
  const { browser } = started;
  const newContext = browser.newContext.bind(browser);
  // A context says whether things may move, whatever the browser was started with.
  browser.newContext = (options) => newContext({ reducedMotion: 'reduce', ...options });
  return {
    ...started,
    newPage: async (size) => {
      const page = await started.newPage(size);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      return page;
    },
  };
}

/** Whether any process of the group still runs; those that ended and wait to be collected hold nothing. */
async function isGroupAlive(group: number): Promise<boolean> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const states = await Promise.all(names.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')));
  // After the command in parentheses: state, parent, process group.
  return states.some((line) => {
    const [state, , processGroup] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return Number(processGroup) === group && state !== 'Z' && state !== 'X';
  });
}
