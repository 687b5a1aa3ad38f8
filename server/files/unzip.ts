import { inflateRawSync } from 'node:zlib';

/** An archive that is damaged, or would not fit into the limits once unpacked. */
export class ArchiveError extends Error {
  readonly kind: 'damaged' | 'tooLarge';

  constructor(kind: ArchiveError['kind']) {
    super(`the archive is ${kind}`);
    this.name = 'ArchiveError';
    this.kind = kind;
  }
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const ENTRIES_MAX = 1000;
const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks the wanted entries of a ZIP archive (PKWARE APPNOTE 6.3) that a stranger sent. What it declares about sizes is not
 * believed: unpacking ends at the limit, so that two megabytes cannot become two gigabytes.
 * @param maxBytes all unpacked entries together
 * @throws ArchiveError
 */
export function unzip(archive: Buffer, isWanted: (name: string) => boolean, maxBytes: number): Map<string, Buffer> {
  try {
    return unpack(archive, isWanted, maxBytes);
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    if (error instanceof RangeError && (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new ArchiveError('tooLarge');
    // Reading outside the archive, or data that is not compressed as it says.
    throw new ArchiveError('damaged');
  }
}

function unpack(archive: Buffer, isWanted: (name: string) => boolean, maxBytes: number): Map<string, Buffer> {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) throw new ArchiveError('tooLarge');
  const files = new Map<string, Buffer>();
  let left = maxBytes;
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new ArchiveError('damaged');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength);
    if (isWanted(name)) {
      const content = inflate(archive, at, left);
      left -= content.length;
      files.set(name, content);
    }
    at += ENTRY_SIZE + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

function findEnd(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_SIZE - LONGEST_COMMENT);
  for (let at = archive.length - END_SIZE; at >= first; at -= 1) if (archive.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new ArchiveError('damaged');
}

function inflate(archive: Buffer, at: number, maxBytes: number): Buffer {
  const method = archive.readUInt16LE(at + 10);
  const compressedSize = archive.readUInt32LE(at + 20);
  const local = archive.readUInt32LE(at + 42);
  if (archive.readUInt32LE(local) !== LOCAL_ENTRY) throw new ArchiveError('damaged');
  const start = local + LOCAL_SIZE + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const data = archive.subarray(start, start + compressedSize);
  if (data.length !== compressedSize) throw new ArchiveError('damaged');
  if (method === STORED && data.length <= maxBytes) return data;
  if (method === STORED || maxBytes <= 0) throw new ArchiveError('tooLarge');
  if (method !== DEFLATED) throw new ArchiveError('damaged');
  return inflateRawSync(data, { maxOutputLength: maxBytes });
}
