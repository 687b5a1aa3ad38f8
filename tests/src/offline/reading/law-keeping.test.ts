// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { Law } from '#contract/law.ts';
import { cancelKeeping, getKeepingRules, getLawKeeping, keepLaws } from '@/offline/reading/law-keeping.ts';

const law: Law = { id: 'law-1', version: 'v1', lawType: '法律', status: 'effective', hasPdf: false } as unknown as Law;

afterEach(() => localStorage.clear());

it('what is asked for twice at once is one job, and stays asked for', async () => {
  const asked = keepLaws([law], { kind: 'all' });
  expect(getLawKeeping().job).toEqual({ done: 0, total: 1 });
  await keepLaws([law], { kind: 'all' });
  await asked;
  expect(getLawKeeping().job).toBeNull();
  // Nothing answered here: it is told, and taken up again at the next start.
  expect(getLawKeeping().failure).not.toBeNull();
  expect(getKeepingRules().all).toBe(true);
});

it('what is cancelled is not asked for any more', async () => {
  const asked = keepLaws([law], { kind: 'type', lawType: '法律' });
  cancelKeeping();
  await asked;
  expect(getKeepingRules()).toEqual({ all: false, lawTypes: [] });
});
