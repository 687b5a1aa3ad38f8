import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { CallInput } from '#contract/endpoints.ts';
import { PIECE_BYTES } from '#contract/limits.ts';
import type { Account } from './fixture.ts';
import type { TestServer } from './server.ts';
import { expectSuccess } from './task-fixture.ts';

export type NewDeclaration = CallInput<'addSelfDeclare'>['body'];

/** A draft with nothing but a title and a text, unless something else is said. */
export const newDeclaration = (fields: Partial<NewDeclaration> = {}): NewDeclaration => ({
  id: uuidv7(),
  title: '依法执业承诺书',
  year: 2026,
  body: '本科室承诺依法执业。',
  trainingHours: '',
  website: '',
  status: 'draft',
  attachments: [],
  signature: null,
  ...fields,
});

/** The first attachment of a commitment. */
export async function fileIdOf(server: TestServer, id: string, as: Account): Promise<string> {
  const [file] = expectSuccess(await server.call('querySelfDeclareArchive', { params: { type: '6', id } }, { as }));
  return file?.id ?? '';
}

/** A PDF of one page; `size` bytes long when that is more, and different for every name. */
export function makePdf(name: string, size = 0): Uint8Array {
  const head = `%PDF-1.4\n% ${name}\n`;
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>'];
  let text = head;
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  text += `%${'x'.repeat(Math.max(0, size - text.length - 400))}\n`;
  const xref = text.length;
  text += `xref\n0 4\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  text += `trailer<</Size 4/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF`;
  return Buffer.from(text.padEnd(size, '\n'), 'latin1');
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Sends one piece of a file. */
export const sendPiece = (server: TestServer, bytes: Uint8Array, index: number, as: Account = 'staff01', sha256 = hashOf(bytes)) =>
  server.call(
    'uploadPiece',
    { params: { sha256 }, query: { size: bytes.length, index } },
    { as, bytes: { data: bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES), type: 'application/octet-stream' } },
  );

/** Uploads a whole file in its pieces. @returns its hash */
export async function uploadInPieces(server: TestServer, bytes: Uint8Array, as: Account = 'staff01'): Promise<string> {
  for (let index = 0; index * PIECE_BYTES < bytes.length; index += 1) expectSuccess(await sendPiece(server, bytes, index, as));
  return hashOf(bytes);
}
