import { PHOTO_LONG_SIDE, PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE, PHOTO_SHORT_SIDE, PHOTO_SHRUNK_BYTES } from '#contract/limits.ts';
import { cleanPicture, PICTURE_DAMAGED } from '#contract/picture.ts';

const JPEG_QUALITY = 0.82;

/** A picture that this browser cannot read; `message` is a sentence for the person. */
export class PhotoError extends Error {
  constructor(cause?: unknown, message = '无法读取这张照片，请重新拍摄或换一张') {
    super(message, { cause });
    this.name = 'PhotoError';
  }
}

/** The size in which a photo is kept; a smaller picture is not enlarged. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const wanted = Math.max(PHOTO_LONG_SIDE / long, PHOTO_SHORT_SIDE / short);
  return scaled(width, height, Math.min(1, wanted, PHOTO_MAX_SIDE / long, Math.sqrt(PHOTO_MAX_PIXELS / (width * height))));
}

const scaled = (width: number, height: number, scale: number): { width: number; height: number } => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/**
 * Turns what the camera gave into an upright JPEG of a size that can be sent, without metadata, in which phones note the place:
 * those of the camera are not drawn, and those that the browser writes, as Safari does, are taken out.
 * @throws PhotoError
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  // Browsers draw half a picture without a word.
  if (cleanPicture(await bytesOf(file)) === 'damaged') throw new PhotoError(undefined, PICTURE_DAMAGED);
  const picture = await decode(file);
  try {
    let { width, height } = shrunkSize(picture.width, picture.height);
    for (;;) {
      const drawn = await drawJpeg(picture, width, height);
      const clean = drawn && cleanPicture(await bytesOf(drawn));
      if (typeof clean !== 'object' || clean === null) throw new PhotoError();
      if (clean.bytes.byteLength <= PHOTO_SHRUNK_BYTES) return new Blob([clean.bytes], { type: clean.type });
      ({ width, height } = scaled(width, height, Math.min(0.9, Math.sqrt(PHOTO_SHRUNK_BYTES / clean.bytes.byteLength))));
    }
  } catch (error) {
    throw error instanceof PhotoError ? error : new PhotoError(error);
  } finally {
    if ('close' in picture) picture.close();
  }
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new PhotoError(error);
  }
}

async function decode(file: Blob): Promise<ImageBitmap | HTMLImageElement> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return await decodeByElement(file);
  }
}

/** What iPhones store unless they are told otherwise; ISO/IEC 23008-12 names the brands behind `ftyp`. */
const isHeic = async (file: Blob): Promise<boolean> => /^ftyp(?:hei|hev|mif1|msf1)/.test(await file.slice(4, 12).text());
const HEIC_UNREADABLE = '这台设备读不了 HEIC 格式的照片，请在相机设置中选择“兼容性最佳”（JPEG）后重拍，或换一张';

/** Some browsers decode more formats in an element than in a bitmap; they turn it upright by themselves. */
async function decodeByElement(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } catch (error) {
    throw new PhotoError(error, (await isHeic(file)) ? HEIC_UNREADABLE : undefined);
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function drawJpeg(picture: ImageBitmap | HTMLImageElement, width: number, height: number): Promise<Blob | null> {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context) {
      draw(context, picture, width, height);
      return await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
    }
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new PhotoError();
  draw(context, picture, width, height);
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}

function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  picture: ImageBitmap | HTMLImageElement,
  width: number,
  height: number,
): void {
  // JPEG has no transparency: what is see-through would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
}
