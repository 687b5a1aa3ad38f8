// @vitest-environment node
// In Node's own realm, where the real server lives too; see `openPage`.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ATTACHMENT_MAX_BYTES, PIECE_BYTES, UPLOADS_AT_ONCE } from '#contract/limits.ts';
import type { Upload } from '@/offline/uploads.ts';
import { makePdf } from '../../support/pdf.ts';
import { startBackend, type Backend } from './backend.ts';
import { forgetBrowser, openTab } from './tab.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(async () => {
  await backend.stop();
});
beforeEach(() => forgetBrowser());

/** The uploads of a form in a browser that staff01 signed in to. */
async function openForm() {
  const tab = await openTab();
  tab.signIn(await backend.signIn('staff01'));
  const { openUploads } = await import('@/offline/uploads.ts');
  const uploads = openUploads('declaration:0:new');
  const upload = (): Upload => uploads.list()[0]!;
  return {
    uploads,
    upload,
    /** Adds a file, and waits until nothing more happens to it by itself. */
    add: async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      await uploads.add([new File([bytes], '资料.pdf', { type: 'application/pdf' })]);
      await expect.poll(() => upload().state).not.toMatch(/^(?:waiting|sending)$/);
    },
  };
}

test.each([
  ['content', new TextEncoder().encode('not a PDF'), '附件只支持 PDF、JPEG、PNG 或 WebP 文件'],
  ['size', new Uint8Array(ATTACHMENT_MAX_BYTES + 1), '单个附件不能超过 20 MB'],
])('a file that is refused for its %s is not sent once more', async (_, bytes, problem) => {
  const { uploads, upload, add } = await openForm();
  await add(bytes);
  expect(upload()).toMatchObject({ state: 'refused', problem });
  uploads.resume(upload().id);
  expect(upload()).toMatchObject({ state: 'refused', problem });
});

test('a file that cannot be read is refused, as it never will be', async () => {
  const { uploads, upload } = await openForm();
  const file = Object.assign(new File(['?'], '资料.pdf'), { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });
  await uploads.add([file]);
  expect(upload()).toMatchObject({ state: 'refused', problem: '无法读取这个文件，请重新选择' });
});

test('a file that the server has no room for at the moment goes on when it is tried again', async () => {
  const { uploads, upload, add } = await openForm();
  const { uploadPiece } = await import('@/api/files.ts');
  const begun = Array.from({ length: UPLOADS_AT_ONCE }, (_, index) => createHash('sha256').update(String(index)).digest('hex'));
  for (const sha256 of begun) await uploadPiece({ sha256, size: 2 * PIECE_BYTES, index: 0 }, new ArrayBuffer(PIECE_BYTES));
  await add(new Uint8Array(makePdf(['sound'])));
  expect(upload()).toMatchObject({ state: 'failed', problem: `最多同时上传 ${UPLOADS_AT_ONCE} 个文件，请等待其他文件传完` });

  // What was begun is completed, and so forgotten: it is not what its hash says.
  await uploadPiece({ sha256: begun[0]!, size: 2 * PIECE_BYTES, index: 1 }, new ArrayBuffer(PIECE_BYTES)).catch(() => undefined);
  uploads.resume(upload().id);
  await expect.poll(() => upload().state).toBe('done');
});
