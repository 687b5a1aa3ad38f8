import type { PhotoType } from '#contract/file.ts';
import { IMAGE_MAX_PIXELS } from '#contract/limits.ts';
import { cleanPicture, PICTURE_DAMAGED, PICTURE_TOO_LARGE } from '#contract/picture.ts';

/**
 * Judges a photo by its bytes; what the sender calls it does not count.
 * @returns its type and its bytes without metadata, or the sentence that says why it is refused
 */
export function checkPhoto(bytes: Uint8Array): { type: PhotoType; bytes: Uint8Array } | { refusal: string } {
  const picture = cleanPicture(bytes);
  if (picture === undefined) return { refusal: '只支持 JPEG、PNG 或 WebP 图片' };
  if (picture === 'damaged') return { refusal: PICTURE_DAMAGED };
  if (picture.width * picture.height > IMAGE_MAX_PIXELS) return { refusal: PICTURE_TOO_LARGE };
  return { type: picture.type, bytes: picture.bytes };
}
