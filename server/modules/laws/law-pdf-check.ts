/** Whether pdf.js, with which people will read it, can open a PDF and find its first page. */
export async function isReadablePdf(bytes: Uint8Array): Promise<boolean> {
  // Loaded where there is a PDF alone: it takes longer than all the rest of an import.
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  // It takes the bytes away from whoever passes them.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS });
  try {
    await (await task.promise).getPage(1);
    return true;
  } catch {
    return false;
  } finally {
    await task.destroy();
  }
}
