import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { type CleanPicture, cleanPicture } from '#contract/picture.ts';
import { randomNumbers } from '../support/random.ts';

type Format = 'jpeg' | 'png' | 'webp';
const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp'];
const SECRETS = ['SecretPhone', 'SecretPerson', 'SecretPlace'];

/** A picture with something to see, of colours that a format without loss keeps. */
const scene = (width = 90, height = 60): Sharp =>
  sharp(Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => (index * 37) % 251)), { raw: { width, height, channels: 3 } });

/** As a phone makes it: camera, place, a second description, a profile of its colours, and which side is up. */
const fromPhone = (format: Format, orientation = 6): Promise<Buffer> =>
  scene()
    .withExif({ IFD0: { Make: 'SecretPhone', Artist: 'SecretPerson' }, IFD3: { GPSLatitude: '30/1 15/1 0/1', GPSMapDatum: 'SecretPlace' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">SecretPlace</rdf:RDF></x:xmpmeta>')
    .withIccProfile('p3')
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();

function cleaned(bytes: Uint8Array): CleanPicture {
  const picture = cleanPicture(bytes);
  if (picture === undefined || picture === 'damaged') throw new Error(`taken for ${picture ?? 'no picture'}`);
  return picture;
}

const pixels = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes, { pages: -1 }).raw().toBuffer();

async function expectSamePicture(clean: Uint8Array, original: Uint8Array): Promise<void> {
  expect((await pixels(clean)).equals(await pixels(original))).toBe(true);
  const [now, before] = await Promise.all([sharp(clean).metadata(), sharp(original).metadata()]);
  for (const fact of ['format', 'width', 'height', 'space', 'channels', 'hasAlpha', 'pages', 'delay', 'loop'] as const) expect([fact, now[fact]]).toEqual([fact, before[fact]]);
  expect(now.orientation ?? 1).toBe(before.orientation ?? 1);
  expect(now.icc).toEqual(before.icc);
}

/** A segment of a JPEG. */
function segment(marker: number, body: Uint8Array | string): Buffer {
  const data = Buffer.from(body as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Puts bytes behind a file's first ones. */
const insert = (bytes: Uint8Array, at: number, ...more: Uint8Array[]): Buffer => Buffer.concat([bytes.subarray(0, at), ...more, bytes.subarray(at)]);

function pngChunk(name: string, data: string): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(name + data, 4, 'latin1');
  return chunk;
}

describe('what is no part of the picture goes, and the picture stays as it is', () => {
  test.each(FORMATS.flatMap((format) => [1, 3, 6].map((orientation) => [format, orientation] as const)))('a %s of orientation %i', async (format, orientation) => {
    const original = await fromPhone(format, orientation);
    expect(SECRETS.filter((secret) => original.includes(secret))).toEqual(SECRETS);
    const { bytes, ...facts } = cleaned(original);
    expect(facts).toEqual({ type: `image/${format}`, width: 90, height: 60 });
    for (const secret of SECRETS) expect(Buffer.from(bytes).includes(secret)).toBe(false);
    const { exif, xmp } = await sharp(bytes).metadata();
    expect(xmp).toBeUndefined();
    expect(exif?.length ?? 0).toBeLessThanOrEqual(orientation === 1 ? 0 : 32);
    await expectSamePicture(bytes, original);
  });

  test('the photo of a phone with its place', async () => {
    const original = await readFile('/work/shared/data/cases/gps.jpg').catch(() => fromPhone('jpeg'));
    const { bytes } = cleaned(original);
    expect((await sharp(bytes).metadata()).exif?.length ?? 0).toBeLessThanOrEqual(32);
    await expectSamePicture(bytes, original);
  });

  test.each([
    ['progressive', () => scene().jpeg({ progressive: true }).toBuffer()],
    ['of four colours', () => scene().toColourspace('cmyk').jpeg().toBuffer()],
    ['with a palette', () => scene().png({ palette: true }).toBuffer()],
    ['see-through', () => scene().ensureAlpha(0.5).png().toBuffer()],
    ['of 16 bits', () => scene().toColourspace('rgb16').png().toBuffer()],
    ['WebP without loss', () => scene().webp({ lossless: true }).toBuffer()],
    ['see-through WebP', () => scene().ensureAlpha(0.5).webp().toBuffer()],
    ['moving WebP', () => sharp(Buffer.alloc(30 * 60 * 3, 9), { raw: { width: 30, height: 60, channels: 3, pageHeight: 20 } }).webp({ delay: [100, 200, 300], loop: 2 }).toBuffer()],
  ] as const)('a picture that is %s', async (_kind, make) => {
    const original = await make();
    await expectSamePicture(cleaned(original).bytes, original);
  });

  test.each(FORMATS)('a clean %s stays byte for byte, so that its hash does', async (format) => {
    const plain = await scene().toFormat(format).toBuffer();
    expect(Buffer.from(cleaned(plain).bytes).equals(plain)).toBe(true);
    const { bytes } = cleaned(await fromPhone(format));
    expect(Buffer.from(cleaned(bytes).bytes).equals(Buffer.from(bytes))).toBe(true);
  });

  test('in a JPEG: thumbnails, comments, notes of programs, and what stands behind the end, such as a film', async () => {
    const plain = await scene().jpeg().toBuffer();
    const frame = plain.indexOf(Buffer.from([0xff, 0xdb]));
    const film = Buffer.concat([plain, Buffer.from('....ftypmp42SecretPlace')]);
    const dressed = insert(film, frame, segment(0xfe, 'SecretPerson'), segment(0xed, 'Photoshop 3.0\0SecretPlace'), segment(0xe2, 'MPF\0SecretPhone'), segment(0xe5, 'Samsung SecretPhone'), segment(0xe0, 'JFXX\0SecretPhone'));
    expect(Buffer.from(cleaned(dressed).bytes).equals(plain)).toBe(true);
    // A density with a thumbnail of two pixels.
    const withThumbnail = insert(plain, 2, segment(0xe0, Buffer.from([...Buffer.from('JFIF\0'), 1, 2, 0, 0, 1, 0, 1, 2, 1, 9, 9, 9, 9, 9, 9])));
    const { bytes } = cleaned(withThumbnail);
    expect([...bytes.subarray(2, 20)]).toEqual([0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 2, 0, 0, 1, 0, 1, 0, 0]);
  });

  test('in a PNG: texts, the time, private chunks, and what stands behind the end', async () => {
    const plain = await scene().png().toBuffer();
    const head = 8 + 25;
    const secrets = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX', 'eXIf'].map((name) => pngChunk(name, 'SecretPlace'));
    const dressed = insert(Buffer.concat([plain, Buffer.from('SecretPhone')]), head, ...secrets);
    expect(Buffer.from(cleaned(dressed).bytes).equals(plain)).toBe(true);
  });

  test('in a WebP: chunks that nobody knows, and what stands behind the end', async () => {
    const plain = await scene().ensureAlpha(0.5).webp().toBuffer();
    const dressed = Buffer.concat([plain, Buffer.from('Secr\x0b\0\0\0SecretPlace\0', 'latin1')]);
    dressed.writeUInt32LE(dressed.length - 8, 4);
    const withTail = Buffer.concat([dressed, Buffer.from('SecretPhone')]);
    expect(Buffer.from(cleaned(withTail).bytes).equals(plain)).toBe(true);
  });

  test('a JPEG whose metadata are larger than half a megabyte', async () => {
    const plain = await scene().jpeg().toBuffer();
    const dressed = insert(plain, 2, ...Array.from({ length: 10 }, () => segment(0xe1, Buffer.alloc(65_000, 1))));
    expect(dressed.length).toBeGreaterThan(640_000);
    expect(cleaned(dressed)).toMatchObject({ width: 90, height: 60 });
    await expectSamePicture(cleaned(dressed).bytes, dressed);
  });
});

describe('what is damaged', () => {
  test.each(FORMATS)('a %s that was cut off anywhere is known to be', async (format) => {
    const original = await fromPhone(format);
    const last = cleaned(original).bytes.length;
    expect(last).toBeGreaterThan(100);
    for (let length = 12; length < original.length; length += 7) expect(cleanPicture(original.subarray(0, length))).toBe('damaged');
  });

  test.each([
    ['text', Buffer.from('no picture at all')],
    ['nothing', Buffer.alloc(0)],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ])('%s is no picture', (_name, bytes) => {
    expect(cleanPicture(bytes)).toBeUndefined();
  });

  test('two sizes, no size, and no data are damage', async () => {
    const jpeg = await scene().jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const again = jpeg.subarray(frame, frame + 2 + jpeg.readUInt16BE(frame + 2));
    expect(cleanPicture(insert(jpeg, frame, again))).toBe('damaged');
    const none = Buffer.from(jpeg);
    none.writeUInt16BE(0, frame + 5);
    expect(cleanPicture(none)).toBe('damaged');
    expect(cleanPicture(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBe('damaged');
    const unknown = insert(await scene().png().toBuffer(), 33, pngChunk('CgBI', 'abcd'));
    expect(cleanPicture(unknown)).toBe('damaged');
  });

  test.each(FORMATS)('a %s with changed bytes neither throws nor grows', async (format) => {
    const original = await fromPhone(format);
    const random = randomNumbers(26);
    for (let round = 0; round < 3000; round += 1) {
      const spoiled = Buffer.from(original);
      for (let change = 0; change < 3; change += 1) spoiled[12 + Math.floor(random() * 300)] = Math.floor(random() * 256);
      const result = cleanPicture(spoiled);
      if (typeof result === 'object') expect(result.bytes.length).toBeLessThanOrEqual(spoiled.length + 64);
    }
  });

  test.each([
    ['segments of nothing', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(20_000_000, Buffer.from([0xff, 0xc4, 0, 2]))])],
    ['bytes that might be marks', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2]), Buffer.alloc(20_000_000, Buffer.from([0xff, 0]))])],
    ['bytes that are no mark', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(20_000_000, 0)])],
    ['chunks of nothing', Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n\0\0\0\0IHDR\0\0\0\0', 'latin1'), Buffer.alloc(20_000_000, Buffer.from('\0\0\0\0IDAT\0\0\0\0', 'latin1'))])],
  ])('20 MB of %s are damage, told within a second', (_name, bytes) => {
    const start = performance.now();
    expect(cleanPicture(bytes)).toBe('damaged');
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
