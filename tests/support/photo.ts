import sharp from 'sharp';

/** A JPEG of one colour, as large as a phone's camera makes them. */
export const makePhoto = (width: number, height: number, [r, g, b]: [number, number, number]): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
