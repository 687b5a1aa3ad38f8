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
      convertToBlob = () => Promise.resolve(new NodeBlob([`picture ${(number += 1)}`], { type: 'image/jpeg' }));
    },
  );
  return () => {
    const decode = decoding.shift();
    decode?.();
    return decode !== undefined;
  };
}
