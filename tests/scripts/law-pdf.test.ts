import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { drawLawPdf, lawWithPdf } from '../../scripts/law-pdf.mjs';

test('the sample law’s PDF is set from the text beside it', async () => {
  const drawn = drawLawPdf(await readFile(`${lawWithPdf}.md`, 'utf8'));
  expect((await readFile(`${lawWithPdf}.pdf`)).equals(drawn), 'run node scripts/law-pdf.mjs').toBe(true);
  // What the offline PDF view has to cope with: more than one page, and a Chinese font that is not in the file.
  const text = drawn.toString('latin1');
  expect(Number(/\/Count (\d+)/.exec(text)?.[1])).toBeGreaterThan(2);
  expect(text).toContain('/BaseFont /STSong-Light /Encoding /UniGB-UCS2-H');
  expect(text).not.toContain('/FontFile');
});

test('every object of the PDF stands where its table says', async () => {
  const text = (await readFile(`${lawWithPdf}.pdf`)).toString('latin1');
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]));
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
  expect(offsets.length).toBeGreaterThan(8);
  for (const [index, offset] of offsets.entries()) expect(text.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
});
