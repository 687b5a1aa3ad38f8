// npm run icons: draws every icon and every splash screen from scripts/icon.svg. The results are committed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectDirectory } from './client-inputs.mjs';

const BACKGROUND = '#F3F6F7';
const icons = join(projectDirectory, 'public/icons');
const splash = join(projectDirectory, 'public/splash');
const source = await readFile(join(projectDirectory, 'scripts/icon.svg'), 'utf8');

/** Corners for where the icon stands as it is; the mark a little larger, since no mask cuts it. */
const rounded = source
  .replace('width="512" height="512"', 'width="512" height="512" rx="116"')
  .replace('<g id="mark">', '<g id="mark" transform="translate(256 256) scale(1.12) translate(-256 -254)">');

/** Screens of iPhones in points, and their pixels per point; each needs an image of exactly its size. */
const phones = [
  [375, 667, 2],
  [414, 896, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 896, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
];

/** @param {string} svg @param {number} size */
const draw = (svg, size) => sharp(Buffer.from(svg), { density: (72 * size) / 512 }).resize(size, size).png({ compressionLevel: 9, palette: true });

await mkdir(icons, { recursive: true });
await mkdir(splash, { recursive: true });
await writeFile(join(icons, 'favicon.svg'), rounded.replace(/\n\s*(<!--.*-->)?/g, ''));
for (const size of [192, 512]) {
  await draw(rounded, size).toFile(join(icons, `icon-${size}.png`));
  await draw(source, size).toFile(join(icons, `maskable-${size}.png`));
}
await draw(source, 180).toFile(join(icons, 'apple-touch-icon.png'));

for (const [width = 0, height = 0, scale = 1] of phones) {
  const mark = await draw(rounded, 128 * scale).toBuffer();
  await sharp({ create: { width: width * scale, height: height * scale, channels: 3, background: BACKGROUND } })
    .composite([{ input: mark, gravity: 'center' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(splash, `${width}x${height}@${scale}.png`));
}
