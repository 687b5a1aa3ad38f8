import { z } from 'zod';
import { sha256, wholeNumber } from './fields.ts';
import { ATTACHMENT_MAX_BYTES } from './limits.ts';

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

export const fileParams = z.object({ sha256 });
/** Bytes of the whole file. */
const size = wholeNumber(1, ATTACHMENT_MAX_BYTES, { type: '文件大小不正确', min: '文件是空的', max: '单个附件不能超过 20 MB' });
export const uploadQuery = z.object({ size });
/** `index` counts pieces of `PIECE_BYTES` from 0. */
export const pieceQuery = z.object({ size, index: wholeNumber(0, 1000, '分片序号不正确') });
/** What the server holds now under that hash. */
export const storedFile = z.object({ sha256: z.string(), size: z.number(), type: z.string() });
export type StoredFile = z.infer<typeof storedFile>;
