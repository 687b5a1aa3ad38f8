import { describe, expect, it } from 'vitest';
import { summarizeKept } from '@/features/laws/law-size.ts';
import { presenceOf, type HeldLaw } from '@/offline/reading/law-storage.ts';
import { lawOf } from './fixture.ts';

const holding = (changes: Partial<HeldLaw>): HeldLaw => ({ keptTexts: [], keptPdfs: [], readTexts: [], keptBytes: 0, keptAt: null, ...changes });

describe('whether a law can be read without a network', () => {
  const law = lawOf('甲');
  const withPdf = lawOf('乙', { hasPdf: true });
  it.each([
    ['nothing is held', law, undefined, 'absent'],
    ['it was read', law, holding({ readTexts: [law.version] }), 'readable'],
    ['it is kept', law, holding({ keptTexts: [law.version] }), 'kept'],
    ['only an earlier version is kept', law, holding({ keptTexts: ['earlier'] }), 'absent'],
    ['its PDF is missing', withPdf, holding({ keptTexts: [withPdf.version] }), 'readable'],
    ['its PDF is kept too', withPdf, holding({ keptTexts: [withPdf.version], keptPdfs: [withPdf.version] }), 'kept'],
  ])('%s', (_name, asked, held, presence) => {
    expect(presenceOf(asked, new Map(held === undefined ? [] : [[asked.id, held]]))).toBe(presence);
  });
});

it('sums up what is kept', () => {
  const laws = [lawOf('甲'), lawOf('乙'), lawOf('丙')];
  const held = new Map([
    ['甲', holding({ keptTexts: ['v-甲'], keptBytes: 100 })],
    ['乙', holding({ keptTexts: ['earlier'], keptBytes: 50 })],
  ]);
  expect(summarizeKept(laws, held)).toEqual({ kept: 1, total: 3, bytes: 150 });
});
