import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PHOTO_MAX_BYTES, PHOTO_SHRUNK_BYTES } from '#contract/limits.ts';
import { PICTURE_DAMAGED } from '#contract/picture.ts';
import { launchChromium } from '../support/chromium.ts';

describe('a photo in a real browser', { retry: 0 }, () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const outDir = await mkdtemp(join(tmpdir(), 'zyzc-shrink-'));
    const entry = fileURLToPath(new URL('../../src/offline/files/shrink-photo.ts', import.meta.url));
    await build({ configFile: false, logLevel: 'error', build: { outDir, lib: { entry, formats: ['iife'], name: 'shrinking', fileName: () => 'shrink.js' } } });
    const script = await readFile(join(outDir, 'shrink.js'), 'utf8');
    await rm(outDir, { recursive: true });
    browser = await launchChromium();
    page = await browser.newPage();
    await page.addScriptTag({ content: script });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
  });

  /** Bytes of the shrunk picture, or the error's sentence. */
  async function shrink(picture: Buffer, type: string, before = ''): Promise<Buffer | string> {
    const base64 = picture.toString('base64');
    const result = await page.evaluate<string>(
      `(async () => {
        ${before}
        const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (char) => char.charCodeAt(0));
        try {
          const jpeg = await shrinking.shrinkPhoto(new Blob([bytes], { type: ${JSON.stringify(type)} }));
          const shrunk = new Uint8Array(await jpeg.arrayBuffer());
          return 'data:' + btoa(Array.from(shrunk, (byte) => String.fromCharCode(byte)).join(''));
        } catch (error) {
          return error.message;
        }
      })()`,
    );
    return result.startsWith('data:') ? Buffer.from(result.slice(5), 'base64') : result;
  }

  /** A landscape picture whose left half is red, as a phone held upright stores it: turned, with a note to turn it back. */
  const fromPhone = async (orientation: number) =>
    await sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'blue' } })
      .composite([{ input: { create: { width: 1500, height: 2000, channels: 3, background: 'red' } }, left: 0, top: 0 }])
      .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '30/1 0/1 0/1' } })
      .jpeg()
      .withMetadata({ orientation })
      .toBuffer();

  test.each(['', 'delete window.OffscreenCanvas;'])('lessons 13, 14: a photo becomes an upright JPEG of at most 1600 px, or 900 on the shorter side, without its place (%s)', async (before) => {
    const shrunk = await shrink(await fromPhone(6), 'image/jpeg', before);
    expect(shrunk).toBeInstanceOf(Buffer);
    const picture = sharp(shrunk as Buffer);
    const facts = await picture.metadata();
    expect(facts).toMatchObject({ format: 'jpeg', width: 1067, height: 1600 });
    expect(facts.orientation ?? 1).toBe(1);
    expect(facts.exif).toBeUndefined();
    expect((shrunk as Buffer).length).toBeLessThan(PHOTO_MAX_BYTES / 4);
    // Turned by a quarter: what was left is on top.
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)];
    const [topRed = 0, , topBlue = 0] = at(500, 100);
    const [bottomRed = 0, , bottomBlue = 0] = at(500, 1500);
    expect(topRed).toBeGreaterThan(200);
    expect(topBlue).toBeLessThan(60);
    expect(bottomRed).toBeLessThan(60);
    expect(bottomBlue).toBeGreaterThan(200);
  });

  test('what is see-through becomes white', async () => {
    const png = await sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }).png().toBuffer();
    const { data } = await sharp((await shrink(png, 'image/png')) as Buffer).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)].every((channel) => channel > 250)).toBe(true);
  });

  test('what is no picture is refused in words for the person', async () => {
    expect(await shrink(Buffer.from('no picture'), 'image/jpeg')).toBe('无法读取这张照片，请重新拍摄或换一张');
    expect(await shrink(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'image/heic')).toMatch(/HEIC 格式/);
  });

  test('a long screenshot and a panorama stay readable, and within what a weak signal carries', async () => {
    const noise = async (width: number, height: number): Promise<Buffer> =>
      await sharp({ create: { width, height, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 60 } } }).jpeg({ quality: 60 }).toBuffer();
    const text = await sharp({ create: { width: 1080, height: 14_400, channels: 3, background: 'white' } }).png().toBuffer();
    expect(await sharp((await shrink(text, 'image/png')) as Buffer).metadata()).toMatchObject({ width: 900, height: 12_000 });
    const panorama = (await shrink(await noise(9000, 2000), 'image/jpeg')) as Buffer;
    expect(panorama.length).toBeLessThanOrEqual(PHOTO_SHRUNK_BYTES);
    const { width, height } = await sharp(panorama).metadata();
    expect(width / height).toBeCloseTo(4.5, 1);
    expect(height).toBeGreaterThan(500);
  }, 60_000);

  test.each(['jpeg', 'png', 'webp'] as const)('half a %s is refused in words', async (format) => {
    const whole = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } }).toFormat(format).toBuffer();
    expect(await shrink(whole.subarray(0, whole.length / 2), `image/${format}`)).toBe(PICTURE_DAMAGED);
    expect(await shrink(whole, `image/${format}`)).toBeInstanceOf(Buffer);
  });

  test('what the browser notes in the JPEG that it draws, as Safari does, is taken out', async () => {
    const photo = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } }).jpeg().toBuffer();
    const exif = 'new Uint8Array([0xff, 0xe1, 0, 10, 69, 120, 105, 102, 0, 0, 1, 2])';
    const like = `delete window.OffscreenCanvas;
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (take, ...options) {
        toBlob.call(this, (drawn) => take(new Blob([drawn.slice(0, 2), ${exif}, drawn.slice(2)], { type: drawn.type })), ...options);
      };`;
    const shrunk = (await shrink(photo, 'image/jpeg', like)) as Buffer;
    expect(shrunk.includes('Exif')).toBe(false);
  });
});
