import { expect, it } from 'vitest';
import { isAhead, lawStatusWords } from '#contract/law-status.ts';

it('knows a law that is still to come into force', () => {
  const law = { status: 'effective', effectiveDate: '2026-09-01' } as const;
  expect(isAhead(law, '2026-08-31')).toBe(true);
  expect(isAhead(law, '2026-09-01')).toBe(false);
  expect(isAhead({ ...law, status: 'repealed' }, '2026-08-31')).toBe(false);
  expect(isAhead({ ...law, effectiveDate: null }, '2026-08-31')).toBe(false);
  expect([lawStatusWords(law, '2026-08-31'), lawStatusWords(law, '2026-09-01')]).toEqual(['尚未施行', '现行有效']);
});
