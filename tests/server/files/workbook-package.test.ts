import { describe, expect, it } from 'vitest';
import { readXml } from '../../../server/files/workbook-package.ts';

const textOf = (part: Buffer): string => {
  let text = '';
  readXml(part, { text: (piece) => (text += piece) });
  return text;
};

describe('XML', () => {
  it('is read in each encoding that the standard allows', () => {
    const xml = '<a>甲𠮷</a>';
    const little = Buffer.from(`\uFEFF${xml}`, 'utf16le');
    for (const part of [Buffer.from(xml), Buffer.from(`\uFEFF${xml}`), little, Buffer.from(little).swap16()]) expect(textOf(part)).toBe('甲𠮷');
    expect(() => textOf(Buffer.from([0x3c, 0x61, 0x3e, 0xb5, 0xda, 0x3c, 0x2f, 0x61, 0x3e]))).toThrow();
  });

  it('is read whole wherever it is cut into pieces', () => {
    const text = '甲𠮷&#134071;'.repeat(20_000);
    expect(textOf(Buffer.from(`<a>${text}</a>`))).toBe(text.replaceAll('&#134071;', '𠮷'));
  });
});
