import { asciiBytes, DamagedPicture, joinBytes, type PictureBytes, type ReadPicture } from './picture-bytes.ts';
import { orientationOnly, readOrientation } from './picture-orientation.ts';

const SIGNATURE = '\u0089PNG\r\n\u001a\n';
/** Length, name and checksum. */
const AROUND_BYTES = 12;
const EXIF = 'eXIf';
/** Chunks that change what is seen (PNG, third edition); the others note who made the picture, where and when. */
const KEPT: ReadonlySet<string> = new Set(
  ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'hIST', 'pHYs', 'acTL', 'fcTL', 'fdAT'],
);

export const isPng = (bytes: PictureBytes): boolean => bytes.hasText(0, SIGNATURE);

/** Walks a PNG to its end; what stands behind it goes. */
export function readPng(bytes: PictureBytes): ReadPicture {
  const kept: Uint8Array[] = [asciiBytes(SIGNATURE)];
  let hasData = false;
  let at = SIGNATURE.length;
  if (bytes.name(at + 4) !== 'IHDR') throw new DamagedPicture();
  const size = { width: bytes.uint32(at + 8), height: bytes.uint32(at + 12) };
  for (let isEnd = false; !isEnd; ) {
    bytes.countPart();
    const name = bytes.name(at + 4);
    const end = at + AROUND_BYTES + bytes.uint32(at);
    const chunk = bytes.slice(at, end);
    if (KEPT.has(name)) kept.push(chunk);
    else if (name === EXIF && !hasData) {
      const turned = orientationOnly(readOrientation(chunk.subarray(8, -4)));
      if (turned !== undefined) kept.push(makeChunk(EXIF, turned));
    } else if (isNeeded(name)) throw new DamagedPicture();
    if (name === 'IDAT') hasData = true;
    isEnd = name === 'IEND';
    at = end;
  }
  if (!hasData) throw new DamagedPicture();
  return { ...size, pieces: kept };
}

/** A name with a first letter of upper case: nobody who does not know it can show the picture. */
const isNeeded = (name: string): boolean => name < 'a';

function makeChunk(name: string, data: Uint8Array): Uint8Array {
  const body = joinBytes([asciiBytes(name), data]);
  return joinBytes([bigEndian(data.byteLength), body, bigEndian(crc32(body))]);
}

const bigEndian = (value: number): Uint8Array => Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);

/** Of some bytes only, so without a table. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
