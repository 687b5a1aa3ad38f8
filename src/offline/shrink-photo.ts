import { PHOTO_MAX_SIDE } from '#contract/limits.ts';

const JPEG_QUALITY = 0.82;

/** A picture that this browser cannot read; `message` is a sentence for the person. */
export class PhotoError extends Error {
  constructor(cause?: unknown) {
    super('无法读取这张照片，请重新拍摄或换一张', { cause });
    this.name = 'PhotoError';
  }
}

/** Width and height after the longer side was brought down to `maxSide`; a smaller picture is not enlarged. */
export function shrunkSize(width: number, height: number, maxSide: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Turns what the camera gave into an upright JPEG of at most 1600 px. Drawing it anew also drops
 * its metadata, in which phones note the place.
 * @throws PhotoError
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await decode(file);
  try {
    const { width, height } = shrunkSize(picture.width, picture.height, PHOTO_MAX_SIDE);
    const jpeg = await drawJpeg(picture, width, height);
    if (jpeg === null || jpeg.size === 0) throw new PhotoError();
    return jpeg;
  } catch (error) {
    throw error instanceof PhotoError ? error : new PhotoError(error);
  } finally {
    if ('close' in picture) picture.close();
  }
}

async function decode(file: Blob): Promise<ImageBitmap | HTMLImageElement> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return await decodeByElement(file);
  }
}

/** Some browsers decode more formats in an element than in a bitmap; they turn it upright by themselves. */
async function decodeByElement(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } catch (error) {
    throw new PhotoError(error);
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
