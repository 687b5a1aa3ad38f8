import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { PHOTO_TYPES } from '#contract/file.ts';
import { IMAGE_MAX_PIXELS } from '#contract/limits.ts';

export type PhotoType = (typeof PHOTO_TYPES)[number];

/** Dimensions stand near the start; searching megabytes made to mislead would hold up everybody else. */
const HEADER_BYTES = 512 * 1024;

/**
 * Judges a photo by its bytes; what the sender calls it does not count.
 * @returns its type, or the sentence that says why it is refused
 */
export async function checkPhoto(bytes: Uint8Array): Promise<{ type: PhotoType } | { refusal: string }> {
  const detected = (await fileTypeFromBuffer(bytes))?.mime;
  const type = PHOTO_TYPES.find((allowed) => allowed === detected);
  if (type === undefined) return { refusal: '只支持 JPEG、PNG 或 WebP 图片' };
  const pixels = pixelsOf(bytes);
  if (pixels === undefined) return { refusal: '图片无法识别，可能已损坏' };
  if (pixels > IMAGE_MAX_PIXELS) return { refusal: '图片尺寸过大' };
  return { type };
}

function pixelsOf(bytes: Uint8Array): number | undefined {
  try {
    const { width, height } = imageSize(bytes.subarray(0, HEADER_BYTES));
    const pixels = width * height;
    return pixels > 0 ? pixels : undefined;
  } catch {
    return undefined;
  }
}
