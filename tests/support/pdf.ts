import { createHash } from 'node:crypto';

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

/** What the encryption of PDFs makes of passwords that are too short. */
const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
const keyOf = (...parts: Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest().subarray(0, 5);

/** RC4, which Node's cryptography no longer has. */
function encrypt(key: Uint8Array, content: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  let j = 0;
  for (let i = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  j = 0;
  return Buffer.from(
    content.map((byte) => {
      i = (i + 1) & 255;
      j = (j + (state[i] ?? 0)) & 255;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
    }),
  );
}

/** A PDF that is encrypted (ISO 32000-1, 7.6.3, revision 2). @param password to open it; with an empty one, anybody can open it, and only its owner change it */
export function makeEncryptedPdf(password: string): Buffer {
  const id = Buffer.alloc(16, 7);
  const permissions = -4;
  const owner = encrypt(keyOf(padded('owner')), padded(password));
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const user = encrypt(keyOf(padded(password), owner, flags, id), PADDING);
  const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
  const dictionary = `<</Filter/Standard/V 1/R 2/P ${permissions}/O${hex(owner)}/U${hex(user)}>>`;
  const text = makePdf(['locked']).toString('latin1').replace('trailer<<', `trailer<</Encrypt ${dictionary}/ID[${hex(id)}${hex(id)}]`);
  return Buffer.from(text, 'latin1');
}
