import type { CorrectionItem, CorrectionValue } from '#contract/self-correction.ts';

/** What a person wrote on an item, filled in and marked unless told otherwise. */
export const correctionOf = (fields: Partial<CorrectionValue> = {}): CorrectionValue => ({
  measures: '已更换',
  responsible: '张三',
  photosAfter: [],
  correctedAt: new Date().toISOString(),
  ...fields,
});

/** An item that nobody has worked on. */
export const itemOf = (itemId: string, fields: Partial<CorrectionItem> = {}): CorrectionItem => ({
  itemId,
  pointId: `p-${itemId}`,
  seq: 1,
  categoryName: '',
  itemName: '',
  content: `要点 ${itemId}`,
  method: '',
  expected: '',
  basis: { law: '', article: 1, gist: '' },
  problem: '缺登记',
  photosBefore: [],
  foundByName: '李四',
  foundAt: '2026-06-01T00:00:00.000Z',
  lastFailure: null,
  measures: '',
  responsible: '',
  photosAfter: [],
  correctedAt: null,
  savedByName: null,
  savedAt: null,
  revision: 0,
  returnReason: null,
  returnedAt: null,
  ...fields,
});
