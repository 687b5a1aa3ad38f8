import { z } from 'zod';
import { pageQuery } from './envelope.ts';
import { id, optionalText, requiredText } from './fields.ts';

const fields = { name: requiredText(60), remark: optionalText(500) };

export const newTestResource = z.object(fields);
export const changedTestResource = z.object(fields);
export const testResource = z.object({
  id: z.string(),
  name: z.string(),
  remark: z.string(),
  enabled: z.boolean(),
  createdAt: z.string(),
});
export type TestResource = z.infer<typeof testResource>;

export const testResourceQuery = pageQuery.extend({ name: optionalText(60) });
const ids = z.array(id).min(1, '请选择记录').max(100, '一次最多 100 条');
export const testResourceIds = z.object({ ids });
export const enableQuery = z.object({ enable: z.enum(['true', 'false', '1', '0'], 'enable 只能为 true 或 false') });
export const changedCount = z.object({ count: z.number() });
