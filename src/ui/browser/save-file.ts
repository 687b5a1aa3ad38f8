/** Long enough for a browser that first asks where to put the file. */
const KEEP_MS = 60_000;

/** Hands bytes to the browser as a download. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
