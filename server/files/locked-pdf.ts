import { askProcess } from './ask-process.ts';
import { isEncrypted, type PdfProblem } from './pdf-check.ts';

const LIMITS = { milliseconds: 10_000, heapMegabytes: 256 };
/** What is more at once is not looked at: the page says of a PDF that it needs a password, too. */
const AT_ONCE = 2;

let running = 0;

/** Whether nobody can open a PDF without its password. What cannot be told in time passes. */
export async function isLockedPdf(bytes: Uint8Array): Promise<boolean> {
  if (!isEncrypted(bytes) || running >= AT_ONCE) return false;
  running += 1;
  try {
    return (await askProcess<PdfProblem | undefined>(new URL('./pdf-process.ts', import.meta.url), bytes, LIMITS)) === 'locked';
  } finally {
    running -= 1;
  }
}
