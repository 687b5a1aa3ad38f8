/** pdf.js alone: one page after the other on a canvas, with a button for the first and a button for the next. */
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- with ?url Vite answers with the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { pdfjsAddress } from '@/lib/files/pdfjs-files.ts';
import './plain.css';

GlobalWorkerOptions.workerSrc = workerUrl;
const width = Number(new URLSearchParams(location.search).get('width'));
const data = new Uint8Array(await (await fetch('./law.pdf')).arrayBuffer());
let opened: PDFDocumentProxy | undefined;
let pageNumber = 0;
let shown: HTMLElement | undefined;

async function draw(): Promise<void> {
  opened ??= await getDocument({ data, cMapUrl: pdfjsAddress('cmaps'), cMapPacked: true, standardFontDataUrl: pdfjsAddress('standard_fonts') }).promise;
  pageNumber += 1;
  const page = await opened.getPage(pageNumber);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = Object.assign(document.createElement('canvas'), { width: viewport.width, height: viewport.height });
  await page.render({ canvas, viewport }).promise;
  const sheet = document.createElement('div');
  sheet.dataset['pageNumber'] = String(pageNumber);
  canvas.style.width = `${width}px`;
  sheet.append(canvas);
  shown?.remove();
  document.body.append(sheet);
  shown = sheet;
}

for (const name of ['打开', '下一页']) {
  const button = Object.assign(document.createElement('button'), { textContent: name });
  button.addEventListener('click', () => void draw());
  document.body.append(button);
}
