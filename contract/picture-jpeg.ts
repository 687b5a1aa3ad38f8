import { asciiBytes, DamagedPicture, joinBytes, type PictureBytes, type ReadPicture } from './picture-bytes.ts';
import { orientationOnly, readOrientation } from './picture-orientation.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const EXIF = 'Exif\0\0';
/** Bytes of a JFIF segment with its marker and without its thumbnail, whose two sizes are the last of them. */
const JFIF_BYTES = 18;
const ADOBE_BYTES = 16;

export const isJpeg = (bytes: PictureBytes): boolean => bytes.hasText(0, '\u00ff\u00d8\u00ff');

/**
 * Walks a JPEG (ITU-T T.81, annex B) to its end. What stays: tables, frames and scans, the density, the colour profile,
 * Adobe's note of the colours, and which side is up. What stands behind the end, such as a film or a second picture, goes.
 */
export function readJpeg(bytes: PictureBytes): ReadPicture {
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  let density: Uint8Array | undefined;
  let orientation: number | undefined;
  const kept: Uint8Array[] = [];
  for (let at = 2; ; ) {
    bytes.countPart();
    at = nextMarker(bytes, at);
    const marker = bytes.byte(at + 1);
    if (marker === END) break;
    if (marker === START) throw new DamagedPicture();
    if (isAlone(marker)) {
      at += 2;
      continue;
    }
    const length = bytes.uint16(at + 2);
    if (length < 2) throw new DamagedPicture();
    let end = at + 2 + length;
    const body = at + 4;
    if (marker === SCAN) {
      hasScan = true;
      end = endOfScan(bytes, end);
    }
    const segment = bytes.slice(at, end);
    if (isFrame(marker)) {
      // Decoders differ in which of two they believe.
      if (size !== undefined) throw new DamagedPicture();
      size = { width: bytes.uint16(body + 3), height: bytes.uint16(body + 1) };
    }
    if (isOfPicture(marker) || (marker === APP2 && bytes.hasText(body, 'ICC_PROFILE\0'))) kept.push(segment);
    else if (marker === APP14 && bytes.hasText(body, 'Adobe')) kept.push(cutTo(segment, ADOBE_BYTES));
    else if (marker === APP0 && density === undefined && bytes.hasText(body, 'JFIF\0')) density = withoutThumbnail(segment);
    else if (marker === APP1 && orientation === undefined && bytes.hasText(body, EXIF)) orientation = readOrientation(bytes.slice(body + EXIF.length, end));
    at = end;
  }
  if (size === undefined || !hasScan) throw new DamagedPicture();
  const turned = orientationOnly(orientation ?? 1);
  return {
    ...size,
    pieces: [
      Uint8Array.of(0xff, START),
      ...(density === undefined ? [] : [density]),
      ...(turned === undefined ? [] : [exifSegment(turned)]),
      ...kept,
      Uint8Array.of(0xff, END),
    ],
  };
}

/** Decoders, too, pass over bytes that stand between two segments. */
function nextMarker({ bytes, length }: PictureBytes, from: number): number {
  for (let at = from; at + 1 < length; at += 1) {
    if (bytes[at] === 0xff && bytes[at + 1] !== 0 && bytes[at + 1] !== 0xff) return at;
  }
  throw new DamagedPicture();
}

/** In the data of a scan a marker is no zero and no restart. */
function endOfScan({ bytes, length }: PictureBytes, from: number): number {
  for (let at = from; at + 1 < length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new DamagedPicture();
}

const isAlone = (marker: number): boolean => marker === 1 || (marker >= 0xd0 && marker <= 0xd7);

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Frames, tables of codes, scans, and what tells how to read them. */
const isOfPicture = (marker: number): boolean => (marker >= 0xc0 && marker <= 0xcf) || (marker >= SCAN && marker <= 0xdf);

/** A segment's first bytes, its length set right. */
function cutTo(segment: Uint8Array, length: number): Uint8Array {
  if (segment.byteLength <= length) return segment;
  const cut = segment.slice(0, length);
  cut.set([(length - 2) >> 8, (length - 2) & 0xff], 2);
  return cut;
}

/** The thumbnail may show what was cut off the picture. */
function withoutThumbnail(segment: Uint8Array): Uint8Array | undefined {
  if (segment.byteLength < JFIF_BYTES) return undefined;
  const cut = cutTo(segment, JFIF_BYTES).slice();
  cut.set([0, 0], JFIF_BYTES - 2);
  return cut;
}

function exifSegment(tiff: Uint8Array): Uint8Array {
  const length = 2 + EXIF.length + tiff.byteLength;
  return joinBytes([Uint8Array.of(0xff, APP1, length >> 8, length & 0xff), asciiBytes(EXIF), tiff]);
}
