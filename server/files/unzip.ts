import { inflateRawSync } from 'node:zlib';
import { errorCodeOf } from '../error-code.ts';

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
const END_OF_LARGE_DIRECTORY = 0x06064b50;
const LARGE_LOCATOR = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const LOCATOR_SIZE = 20;
/** The number stands in the format for large files (ZIP64), in which some programs write small ones too. */
const ELSEWHERE = 0xffff_ffff;
const ENTRIES_MAX = 1000;
const LARGE_FIELD = 1;
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
    if (errorCodeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw new ArchiveError('tooLarge');
    // Reading outside the archive, or data that is not compressed as it says.
    throw new ArchiveError('damaged');
  }
}

function unpack(archive: Buffer, isWanted: (name: string) => boolean, maxBytes: number): Map<string, Buffer> {
  const { count, start } = findDirectory(archive);
  if (count > ENTRIES_MAX) throw new ArchiveError('tooLarge');
  const files = new Map<string, Buffer>();
  let left = maxBytes;
  let at = start;
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

function findDirectory(archive: Buffer): { count: number; start: number } {
  const end = findEnd(archive);
  const locator = end - LOCATOR_SIZE;
  if (locator < 0 || archive.readUInt32LE(locator) !== LARGE_LOCATOR) return { count: archive.readUInt16LE(end + 10), start: archive.readUInt32LE(end + 16) };
  const large = readLong(archive, locator + 8);
  if (archive.readUInt32LE(large) !== END_OF_LARGE_DIRECTORY) throw new ArchiveError('damaged');
  return { count: readLong(archive, large + 32), start: readLong(archive, large + 48) };
}

const readLong = (archive: Buffer, at: number): number => Number(archive.readBigUInt64LE(at));

function findEnd(archive: Buffer): number {
  const first = Math.max(0, archive.length - END_SIZE - LONGEST_COMMENT);
  for (let at = archive.length - END_SIZE; at >= first; at -= 1) if (archive.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new ArchiveError('damaged');
}

/** Where an entry lies. What stands elsewhere follows its name, in this order, as far as it does. */
function placeOf(archive: Buffer, at: number): { compressedSize: number; local: number } {
  const [size, compressedSize, local] = [at + 24, at + 20, at + 42].map((place) => archive.readUInt32LE(place)) as [number, number, number];
  let next = at + ENTRY_SIZE + archive.readUInt16LE(at + 28);
  const end = next + archive.readUInt16LE(at + 30);
  while (next < end && archive.readUInt16LE(next) !== LARGE_FIELD) next += 4 + archive.readUInt16LE(next + 2);
  next += 4;
  const whole = (number: number): number => {
    if (number !== ELSEWHERE) return number;
    next += 8;
    return readLong(archive, next - 8);
  };
  whole(size);
  return { compressedSize: whole(compressedSize), local: whole(local) };
}

function inflate(archive: Buffer, at: number, maxBytes: number): Buffer {
  const method = archive.readUInt16LE(at + 10);
  const { compressedSize, local } = placeOf(archive, at);
  if (archive.readUInt32LE(local) !== LOCAL_ENTRY) throw new ArchiveError('damaged');
  const start = local + LOCAL_SIZE + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const data = archive.subarray(start, start + compressedSize);
  if (data.length !== compressedSize) throw new ArchiveError('damaged');
  if (method === STORED && data.length <= maxBytes) return data;
  if (method === STORED || maxBytes <= 0) throw new ArchiveError('tooLarge');
  if (method !== DEFLATED) throw new ArchiveError('damaged');
  return inflateRawSync(data, { maxOutputLength: maxBytes });
}
