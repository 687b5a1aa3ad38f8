/** A PDF with a page for each text, which are in Latin letters; padded with a comment until it is `size` bytes long. */
export function makePdf(pages: readonly string[], size = 0): Buffer {
  const first = 4;
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((text, index) => {
      const drawn = `BT /F1 24 Tf 40 150 Td (${text}) Tj ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F1 3 0 R>>>>/Contents ${first + 2 * index + 1} 0 R>>`,
        `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  // Another byte in every place, so that a piece that was put in the wrong one is found out.
  const padding = Array.from({ length: Math.ceil(size / 12) }, (_, line) => `%${String(line).padStart(10, '0')}\n`).join('');
  text += padding.slice(0, Math.max(0, Math.floor((size - 2000 - 300 * pages.length) / 12) * 12));
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
