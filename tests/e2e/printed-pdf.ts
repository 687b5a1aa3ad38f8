import { readFile } from 'node:fs/promises';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PrintedPage {
  /** Without spaces, and with the brackets that people type in Chinese. */
  text: string;
  isLandscape: boolean;
  pictures: number;
  /** Of each picture, in millimetres from the lower edge of the page. */
  places: { width: number; height: number; bottom: number; pixels: number }[];
}

type Matrix = readonly [number, number, number, number, number, number];
const PER_POINT = 25.4 / 72;

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];

/** Where pictures are painted: each fills the unit square of what transforms it. */
function placesOf({ fnArray, argsArray }: { fnArray: number[]; argsArray: unknown[] }): PrintedPage['places'] {
  const places: PrintedPage['places'] = [];
  const outer: Matrix[] = [];
  let now: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [index, operation] of fnArray.entries()) {
    const given = argsArray[index];
    if (operation === OPS.save) outer.push(now);
    else if (operation === OPS.restore) now = outer.pop() ?? now;
    else if (operation === OPS.transform) now = times(now, given as Matrix);
    else if (operation === OPS.paintImageXObject) {
      const [a, b, c, d, , f] = now;
      const [, pixels] = given as [string, number];
      places.push({ width: Math.hypot(a, b) * PER_POINT, height: Math.hypot(c, d) * PER_POINT, bottom: Math.min(f, f + d) * PER_POINT, pixels });
    }
  }
  return places;
}

/** Radicals that a font shares with characters, and that a PDF names instead of them. */
const RADICALS = '⺟母⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻬齐⻮齿⻰龙⻳龟';
const characterOf = new Map(Array.from({ length: RADICALS.length / 2 }, (_, index) => [RADICALS.charAt(index * 2), RADICALS.charAt(index * 2 + 1)]));

/** A text as `PrintedPage` tells it. */
export const asPrinted = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u2e80-\u2eff]/g, (radical) => characterOf.get(radical) ?? radical)
    .replaceAll('(', '（')
    .replaceAll(')', '）')
    .replaceAll(/\s/g, '');

/** What stands on the paper, page by page. */
export async function readPrinted(file: string): Promise<PrintedPage[]> {
  const task = getDocument({ data: new Uint8Array(await readFile(file)), verbosity: 0 });
  const document = await task.promise;
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    const { width, height } = page.getViewport({ scale: 1 });
    const drawn = await page.getOperatorList();
    pages.push({
      text: asPrinted(content.items.map((item) => ('str' in item ? item.str : '')).join('')),
      isLandscape: width > height,
      pictures: drawn.fnArray.filter((operation) => operation === OPS.paintImageXObject).length,
      places: placesOf(drawn),
    });
  }
  await task.destroy();
  return pages;
}
