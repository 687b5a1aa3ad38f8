import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { askProcess } from '../../../server/files/ask-process.ts';
import { isLockedPdf } from '../../../server/files/locked-pdf.ts';
import { findPdfProblem, isEncrypted, isPdf } from '../../../server/files/pdf-check.ts';
import { makeEncryptedPdf, makePdf } from '../../support/pdf.ts';

const cases = fileURLToPath(new URL('../../../../shared/data/cases', import.meta.url));
const before = (length: number, pdf: Buffer): Buffer => Buffer.concat([Buffer.alloc(length, '\n'), pdf]);

describe('a PDF', () => {
  test('may have other bytes before its own, as far as pdf.js looks', async () => {
    const pdf = makePdf(['sound']);
    expect([0, 1, 1019].map((length) => isPdf(before(length, pdf)))).toEqual([true, true, true]);
    expect(isPdf(before(1020, pdf))).toBe(false);
    expect(await findPdfProblem(before(1000, pdf))).toBeUndefined();
  });

  test.skipIf(!existsSync(cases)).each(['f03-pdf-leading-newline.pdf', 'junk.pdf'])('that people had is one and can be opened: %s', async (name) => {
    const bytes = readFileSync(join(cases, name));
    expect(isPdf(bytes)).toBe(true);
    expect(await findPdfProblem(bytes)).toBeUndefined();
  });

  test('is known for one that needs a password, and is no such because only its owner may change it', async () => {
    expect(await findPdfProblem(makeEncryptedPdf('secret'))).toBe('locked');
    expect(await isLockedPdf(makeEncryptedPdf('secret'))).toBe(true);
    expect(isEncrypted(makeEncryptedPdf(''))).toBe(true);
    expect(await findPdfProblem(makeEncryptedPdf(''))).toBeUndefined();
    expect(await isLockedPdf(makeEncryptedPdf(''))).toBe(false);
    expect(await findPdfProblem(Buffer.from('%PDF-1.4\nno more'))).toBe('damaged');
  });

  test.each([
    ['trailer<</Size 9/Encrypt 8 0 R/Root 1 0 R>>', true],
    ['<</Type/XRef/Encrypt\n12 0 R>>', true],
    ['trailer<</Encrypt<</Filter/Standard>>>>', true],
    ['<</EncryptMetadata false>>', false],
    ['(/Encrypt)', false],
    ['trailer<</Size 9/Root 1 0 R>>', false],
  ])('that holds %s is looked at for a password: %s', (text, expected) => {
    expect(isEncrypted(Buffer.from(`%PDF-1.7\n${text}`))).toBe(expected);
  });
});

test('a process that takes too much memory ends without an answer, long before its time', { timeout: 60_000 }, async () => {
  const started = performance.now();
  expect(await askProcess(new URL('../support/endless-process.ts', import.meta.url), new Uint8Array(1), { milliseconds: 50_000, heapMegabytes: 64 })).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(40_000);
});
