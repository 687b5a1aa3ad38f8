import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange } from './byte-range.ts';

export interface RangedFile {
  size: number;
  /** Names the bytes: two files with the same one are the same. */
  version: string;
  open: (range?: { start: number; end: number }) => Promise<Readable>;
}

/** Sends a file or the part of it that is asked for (RFC 9110, section 14); type and name are for the caller to set. */
export async function sendRange(request: FastifyRequest, reply: FastifyReply, file: RangedFile): Promise<FastifyReply> {
  const etag = `"${file.version}"`;
  reply.headers({ 'accept-ranges': 'bytes', etag });
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, file.size) : undefined;
  if (range === 'unsatisfiable') {
    return reply.status(416).headers({ 'content-range': `bytes */${file.size}`, 'cache-control': 'no-store' }).send();
  }
  if (range === undefined) return reply.header('content-length', file.size).send(await file.open());
  return reply
    .status(206)
    .headers({ 'content-range': `bytes ${range.start}-${range.end}/${file.size}`, 'content-length': range.end - range.start + 1 })
    .send(await file.open(range));
}
