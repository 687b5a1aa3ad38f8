import { z } from 'zod';
import { wholeNumber } from './fields.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './paging.ts';

/** Body of every JSON answer. On success `message` carries the payload, on failure a sentence in Chinese. */
export interface Envelope<Payload = unknown> {
  code: number;
  message: Payload;
  /** Only on failures: which fields are wrong, and why. */
  details?: FieldError[];
}

/** One wrong field; `field` is its path on the wire, such as `deptIds.0`. */
export interface FieldError {
  field: string;
  message: string;
}

/** Query of a list call; `pageNum` counts from 1. */
export const pageQuery = z.object({
  pageNum: wholeNumber(1, 1_000_000, { type: '页码必须为整数', min: '页码从 1 开始', max: '页码过大' }).default(1),
  pageSize: wholeNumber(1, MAX_PAGE_SIZE, {
    type: '每页条数必须为整数',
    min: '每页至少 1 条',
    max: `每页最多 ${MAX_PAGE_SIZE} 条`,
  }).default(DEFAULT_PAGE_SIZE),
});

/** Answer of a list call. */
export const pageOf = <Schema extends z.ZodType>(record: Schema) =>
  z.object({ records: z.array(record), total: z.number(), pageNum: z.number(), pageSize: z.number() });

/** Answer of a call that has nothing to tell but that it worked. */
export const nothing = z.null();
