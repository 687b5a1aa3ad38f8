// @vitest-environment jsdom
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHINESE_CMAPS, PAGE_DECODERS, pdfjsAddress, STANDARD_FONTS } from '@/lib/files/pdfjs-files.ts';

const filesOf = (folder: string): string[] => readdirSync(resolve('node_modules/pdfjs-dist', folder));

describe('what is fetched ahead for Chinese PDFs', () => {
  it('is every map of UniGB, GBK and Adobe-GB1 in the release', () => {
    expect([...CHINESE_CMAPS].sort()).toEqual(filesOf('cmaps').filter((name) => /^(UniGB|GBK|Adobe-GB1)/.test(name)).sort());
  });

  it('is every standard font', () => {
    expect([...STANDARD_FONTS].sort()).toEqual(filesOf('standard_fonts').filter((name) => /\.(pfb|ttf)$/.test(name)).sort());
  });

  it('is there under the release’s own address', () => {
    expect(filesOf('wasm')).toEqual(expect.arrayContaining([...PAGE_DECODERS]));
    expect(pdfjsAddress('cmaps', 'UniGB-UCS2-H.bcmap')).toMatch(/\/pdfjs\/\d+\.\d+\.\d+\/cmaps\/UniGB-UCS2-H\.bcmap$/);
    expect(pdfjsAddress('wasm').endsWith('/wasm/')).toBe(true);
  });
});
