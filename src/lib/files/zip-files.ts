/** Loads with the few screens that make a ZIP: fflate's writer comes with it. */
import { strToU8, Zip, ZipPassThrough } from 'fflate';

export interface FileInZip {
  /** With its folders, parted by `/`. */
  path: string;
  content: ArrayBuffer | string;
}

/**
 * A ZIP of the files in their order, not compressed, since photos would not get smaller. One file at a time is asked for:
 * browsers may put what is done on the disk.
 */
export async function zipFiles(files: AsyncIterable<FileInZip>, at: Date): Promise<Blob> {
  const parts: Blob[] = [];
  let problem: Error | null = null;
  const zip = new Zip((error, chunk) => {
    problem ??= error;
    // fflate never shares its memory with workers.
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  for await (const { path, content } of files) {
    const entry = new ZipPassThrough(path);
    entry.mtime = at;
    zip.add(entry);
    entry.push(typeof content === 'string' ? strToU8(content) : new Uint8Array(content), true);
  }
  zip.end();
  if (problem !== null) throw problem;
  return new Blob(parts, { type: 'application/zip' });
}
