import { describe, expect, it } from 'vitest';
import { describePdfs, describeTexts, summarizeKept } from '@/features/laws/law-size.ts';
import { presenceOf, type HeldLaw } from '@/offline/reading/law-storage.ts';
import { lawOf } from './fixture.ts';

const holding = (changes: Partial<HeldLaw>): HeldLaw => ({ keptTexts: [], keptPdfs: [], readTexts: [], textBytes: 0, pdfBytes: 0, keptAt: null, ...changes });

describe('whether a law can be read without a network', () => {
  const law = lawOf('甲');
  const withPdf = lawOf('乙', { hasPdf: true });
  it.each([
    ['nothing is held', law, undefined, 'absent'],
    ['it was read', law, holding({ readTexts: [law.version] }), 'readable'],
    ['it is kept', law, holding({ keptTexts: [law.version] }), 'kept'],
    ['only an earlier version is kept', law, holding({ keptTexts: ['earlier'] }), 'absent'],
    ['its PDF is missing', withPdf, holding({ keptTexts: [withPdf.version] }), 'textKept'],
    ['its PDF is of an earlier version', withPdf, holding({ keptTexts: [withPdf.version], keptPdfs: ['earlier'] }), 'textKept'],
    ['its PDF is kept too', withPdf, holding({ keptTexts: [withPdf.version], keptPdfs: [withPdf.version] }), 'kept'],
  ])('%s', (_name, asked, held, presence) => {
    expect(presenceOf(asked, new Map(held === undefined ? [] : [[asked.id, held]]))).toBe(presence);
  });
});

it('sums up what is kept', () => {
  const laws = [lawOf('甲', { hasPdf: true }), lawOf('乙', { hasPdf: true }), lawOf('丙')];
  const held = new Map([
    ['甲', holding({ keptTexts: ['v-甲'], keptPdfs: ['v-甲'], textBytes: 100, pdfBytes: 2048 })],
    ['乙', holding({ keptTexts: ['earlier'], textBytes: 50 })],
  ]);
  const summary = summarizeKept(laws, held);
  expect(summary).toEqual({ total: 3, texts: 1, textBytes: 150, withPdf: 2, pdfs: 1, pdfBytes: 2048, isWhole: false });
  expect([describeTexts(summary), describePdfs(summary)]).toEqual(['1 / 3 部 · 150\u00A0B', '1 / 2 部 · 2\u00A0KB']);
});
