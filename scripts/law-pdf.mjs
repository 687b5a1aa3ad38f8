// node scripts/law-pdf.mjs: sets the original PDF of a sample law from its text. The result is committed.
// Its Chinese font is named and not embedded, as in the files of many authorities: a viewer needs the character maps
// of Adobe-GB1 and a font of the device to show a single character of it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDirectory } from './client-inputs.mjs';

/** The sample law that has a PDF beside its text. */
export const lawWithPdf = join(projectDirectory, 'server/library/laws/medical-waste-rules');

const PAGE = { width: 595, height: 842, margin: 72 };
const LINE = { body: 22, heading: 34 };
const SIZE = { title: 20, heading: 14, body: 12, footer: 9 };
/** Characters that begin no line. */
const CLOSING = /[，。、；：！？）》”]/u;

/** Ems that a character takes: those of ASCII are half as wide in this font. @param {string} character */
const widthOf = (character) => (character.charCodeAt(0) < 0x80 ? 0.5 : 1);

/** @param {string} text @param {number} ems of a full line @param {number} indent of the first line */
function breakLines(text, ems, indent) {
  const lines = [{ text: '', indent }];
  let room = ems - indent;
  for (const character of text) {
    if (room < widthOf(character) && !CLOSING.test(character)) {
      lines.push({ text: '', indent: 0 });
      room = ems;
    }
    const last = lines.at(-1);
    if (last) last.text += character;
    room -= widthOf(character);
  }
  return lines;
}

/** @param {string} text */
const hex = (text) => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** @param {string} font @param {number} size @param {number} x @param {number} y @param {string} shown */
const show = (font, size, x, y, shown) => `BT /${font} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td ${shown} Tj ET`;

/**
 * Content streams of the pages.
 * @param {string} markdown
 */
function setPages(markdown) {
  const width = PAGE.width - 2 * PAGE.margin;
  /** @type {string[][]} */
  const pages = [[]];
  let y = PAGE.height - PAGE.margin;
  /** @param {string} text @param {{ size: number, height: number, indent?: number, isCentred?: boolean }} form */
  const set = (text, { size, height, indent = 0, isCentred = false }) => {
    for (const line of breakLines(text, width / size, indent)) {
      y -= height;
      if (y < PAGE.margin) {
        pages.push([]);
        y = PAGE.height - PAGE.margin - height;
      }
      const ems = [...line.text].reduce((sum, character) => sum + widthOf(character), 0);
      const x = isCentred ? (PAGE.width - ems * size) / 2 : PAGE.margin + line.indent * size;
      pages.at(-1)?.push(show('Song', size, x, y, hex(line.text)));
    }
  };
  for (const line of markdown.split('\n').map((each) => each.trim()).filter(Boolean)) {
    if (line.startsWith('## ')) set(line.slice(3), { size: SIZE.heading, height: LINE.heading, isCentred: true });
    else if (line.startsWith('# ')) set(line.slice(2), { size: SIZE.title, height: LINE.heading, isCentred: true });
    else set(line, { size: SIZE.body, height: LINE.body, indent: 2 });
  }
  return pages.map((lines, index) => [...lines, show('Helv', SIZE.footer, PAGE.width / 2 - 10, 40, `(- ${index + 1} -)`)].join('\n'));
}

/**
 * @param {string} markdown
 * @returns {Buffer} a PDF of version 1.4 without compression, the same bytes for the same text
 */
export function drawLawPdf(markdown) {
  const pages = setPages(markdown);
  const FIRST_PAGE = 6;
  const kids = pages.map((_, index) => `${FIRST_PAGE + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /Song 3 0 R /Helv 5 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 /W [1 95 500] /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${FIRST_PAGE + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`, 'latin1');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(`${lawWithPdf}.pdf`, drawLawPdf(await readFile(`${lawWithPdf}.md`, 'utf8')));
}
