import type { Law } from '#contract/law.ts';

export const lawOf = (id: string, changes: Partial<Law> = {}): Law => ({
  id,
  title: `${id}条例`,
  docNumber: '',
  lawType: '行政法规',
  enactDept: '国务院',
  publishDate: '2020-01-01',
  effectiveDate: null,
  status: 'effective',
  articleCount: 1,
  hasPdf: false,
  version: `v-${id}`,
  versions: [],
  ...changes,
});
