/**
 * Pictures as they are stored: without place, camera, time, thumbnail, or anything else that is not seen. Phones take it out
 * before they name the picture by its hash, and the server whatever comes with it.
 */
import type { PhotoType } from './file.ts';
import { DamagedPicture, joinBytes, PictureBytes, type ReadPicture } from './picture-bytes.ts';
import { isJpeg, readJpeg } from './picture-jpeg.ts';
import { isPng, readPng } from './picture-png.ts';
import { isWebp, readWebp } from './picture-webp.ts';

export const PICTURE_DAMAGED = '图片不完整或已损坏，请重新拍摄，或换一张';
export const PICTURE_TOO_LARGE = '图片尺寸过大';

export interface CleanPicture {
  type: PhotoType;
  /** As stored, before it is turned upright. */
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The same picture without its metadata: not one pixel is written anew. Cleaning a clean one changes no byte. Reads each byte
 * about once, whatever they are.
 * @returns `damaged` for a picture that ends too early or makes no sense, undefined for what is no JPEG, PNG or WebP
 */
export function cleanPicture(given: Uint8Array): CleanPicture | 'damaged' | undefined {
  const bytes = new PictureBytes(given);
  if (isJpeg(bytes)) return clean('image/jpeg', bytes, readJpeg);
  if (isPng(bytes)) return clean('image/png', bytes, readPng);
  if (isWebp(bytes)) return clean('image/webp', bytes, readWebp);
  return undefined;
}

function clean(type: PhotoType, bytes: PictureBytes, read: (bytes: PictureBytes) => ReadPicture): CleanPicture | 'damaged' {
  try {
    const { width, height, pieces } = read(bytes);
    return width === 0 || height === 0 ? 'damaged' : { type, width, height, bytes: joinBytes(pieces) };
  } catch (error) {
    if (error instanceof DamagedPicture) return 'damaged';
    throw error;
  }
}
