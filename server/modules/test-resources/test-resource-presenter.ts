import type { TestResource } from '#contract/test-resource.ts';
import type { TestResourceRow } from './test-resource-repository.ts';

export const toTestResource = (row: TestResourceRow): TestResource => ({
  id: row.id,
  name: row.name,
  remark: row.remark,
  enabled: row.enabled === 1,
  createdAt: row.created_at,
});
