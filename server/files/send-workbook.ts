import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';
import { contentDisposition } from './content-disposition.ts';

export interface WorkbookFile {
  fileName: string;
  content: Readable;
}

/** @param plainName for what reads no Chinese file name */
export const sendWorkbook = (reply: FastifyReply, plainName: string, { fileName, content }: WorkbookFile): FastifyReply =>
  reply.headers({ 'content-type': SPREADSHEET_TYPE, 'content-disposition': contentDisposition('attachment', plainName, fileName) }).send(content);
