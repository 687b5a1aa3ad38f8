import { Blob as NodeBlob } from 'node:buffer';
import { vi } from 'vitest';

/**
 * Lets jsdom read pictures, until globals are unstubbed.
 * @returns reads the next one that waits, and says whether one did
 */
export function readPictures(): () => boolean {
  const decoding: (() => void)[] = [];
  let number = 0;
  vi.stubGlobal('createImageBitmap', () => new Promise((resolve) => decoding.push(() => resolve({ width: 4, height: 3, close: () => undefined }))));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ fillRect: () => undefined, drawImage: () => undefined });
      convertToBlob = () => Promise.resolve(new NodeBlob([smallJpeg((number += 1))], { type: 'image/jpeg' }));
    },
  );
  return () => {
    const decode = decoding.shift();
    decode?.();
    return decode !== undefined;
  };
}

/** The parts that make a JPEG, of so many pixels in a row. */
const smallJpeg = (width: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 1, 0, width, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9]);
