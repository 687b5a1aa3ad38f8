/** As pdf.js has it, and most readers: scanners and mail programs put lines of their own before a PDF. */
const HEADER_WITHIN = 1024;

export type PdfProblem = 'damaged' | 'locked';

const view = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether the bytes say that they are a PDF. */
export const isPdf = (bytes: Uint8Array): boolean => view(bytes.subarray(0, HEADER_WITHIN)).includes('%PDF-');

/**
 * Whether a PDF says that it is encrypted, which most are that cannot be printed or changed: that it needs a password to be
 * opened, pdf.js alone can tell. The word stands outside of all that is packed or encrypted itself.
 */
export function isEncrypted(bytes: Uint8Array): boolean {
  const content = view(bytes);
  for (let at = content.indexOf(ENCRYPT); at !== -1; at = content.indexOf(ENCRYPT, at + ENCRYPT.length)) {
    const begin = at + ENCRYPT.length;
    if (/^(?:\s*<<|\s+\d+\s+\d+\s+R)/u.test(content.toString('latin1', begin, begin + 40))) return true;
  }
  return false;
}
const ENCRYPT = '/Encrypt';

/** Why pdf.js, with which people will read it, cannot open a PDF and find its first page. It trusts the bytes with this process. */
export async function findPdfProblem(bytes: Uint8Array): Promise<PdfProblem | undefined> {
  // Loaded where there is a PDF alone: it takes longer than all the rest of an import.
  const { getDocument, PasswordException, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  // It takes the bytes away from whoever passes them.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS });
  try {
    await (await task.promise).getPage(1);
    return undefined;
  } catch (error) {
    return error instanceof PasswordException ? 'locked' : 'damaged';
  } finally {
    await task.destroy();
  }
}
