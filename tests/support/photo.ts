import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A JPEG of one colour, as large as a phone's camera makes them. */
export const makePhoto = (width: number, height: number, [r, g, b]: [number, number, number]): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();

/** A PNG of one colour that claims any size; its data are short unless all its rows are wanted. */
export function pngOf(width: number, height: number, isWhole = false): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(isWhole ? (Math.ceil(width / 8) + 1) * height : 1000));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** As a phone makes it: turned, with the camera's name and the place. `what` is found in the bytes until somebody takes it out. */
export const photoOfPhone = (format: 'jpeg' | 'png' | 'webp' = 'jpeg', what = 'SecretPlace', width = 90): Promise<Buffer> =>
  sharp({ create: { width, height: 60, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: what }, IFD3: { GPSLatitude: '30/1 15/1 0/1', GPSMapDatum: what } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();
