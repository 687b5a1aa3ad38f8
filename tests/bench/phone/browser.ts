import { type BrowserProcess, browserProcess } from '../../support/browser-process.ts';
import { undoable } from '../undo.ts';

/** A browser on a profile that may have been used before. */
export async function openBrowser(profile: string): Promise<BrowserProcess> {
  const browser = await browserProcess(profile);
  return { ...browser, close: undoable(browser.close) };
}

export async function withBrowser<Result>(profile: string, work: (browser: BrowserProcess) => Promise<Result>): Promise<Result> {
  const browser = await openBrowser(profile);
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
