import { readFile } from 'node:fs/promises';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PrintedPage {
  /** Without spaces, and with the brackets that people type in Chinese. */
  text: string;
  isLandscape: boolean;
  pictures: number;
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
    pages.push({
      text: asPrinted(content.items.map((item) => ('str' in item ? item.str : '')).join('')),
      isLandscape: width > height,
      pictures: (await page.getOperatorList()).fnArray.filter((operation) => operation === OPS.paintImageXObject).length,
    });
  }
  await task.destroy();
  return pages;
}
