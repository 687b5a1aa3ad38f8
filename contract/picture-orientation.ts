/** The one note of a camera that belongs to the picture: which side is up (Exif 2.32, 4.6.4, tag 0x0112). */
import { PictureBytes } from './picture-bytes.ts';

const TAG = 0x0112;
const SHORT = 3;
const UPRIGHT = 1;
const MAX = 8;
const ENTRY_BYTES = 12;

/** @param tiff an Exif block from its byte order on; @returns 1 to 8, and 1 where it says nothing that can be read */
export function readOrientation(tiff: Uint8Array): number {
  const bytes = new PictureBytes(tiff);
  const isLittle = bytes.hasText(0, 'II');
  if ((!isLittle && !bytes.hasText(0, 'MM')) || tiff.byteLength < 8) return UPRIGHT;
  const directory = bytes.uint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return UPRIGHT;
  const count = bytes.uint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.byteLength) break;
    if (bytes.uint16(entry, isLittle) !== TAG) continue;
    const value = bytes.uint16(entry + 8, isLittle);
    return bytes.uint16(entry + 2, isLittle) === SHORT && value >= UPRIGHT && value <= MAX ? value : UPRIGHT;
  }
  return UPRIGHT;
}

/** An Exif block that says nothing else; undefined for a picture that is upright without one. */
export const orientationOnly = (orientation: number): Uint8Array | undefined =>
  orientation === UPRIGHT
    ? undefined
    : Uint8Array.of(0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, TAG >> 8, TAG & 0xff, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0);
