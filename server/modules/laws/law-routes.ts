import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { code } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { LawText } from '#contract/law.ts';
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { contentDisposition } from '../../files/content-disposition.ts';
import { sendRange } from '../../files/send-range.ts';
import { findLawPdf, type LawPdf, listLawEnactDepts, listLaws, listLawTypes, readLawText, readLawTexts } from './law-service.ts';

const ONE_YEAR_S = 365 * 24 * 60 * 60;

export function lawRoutes(register: Register, context: ServerContext): void {
  register('laws', ({ query }) => listLaws(context, query));

  register('readLaw', async ({ params, query, request, reply }) => {
    if (query.format === 'pdf') {
      const pdf = await findLawPdf(context, params.id);
      keepIfVersioned(reply, query.v, pdf.version);
      return sendPdf(request, reply, pdf);
    }
    const law = await readLawText(context, params.id);
    keepIfVersioned(reply, query.v, law.version);
    return law;
  });

  register('lawTexts', async ({ query, request, reply }) => sendTexts(request, reply, await readLawTexts(context, query.ids.split(','))));

  register('lawTypes', () => listLawTypes(context));
  register('lawEnactDepts', () => listLawEnactDepts(context));
}

/** An address that names the version at hand never changes its answer; any other is asked for again each time. */
function keepIfVersioned(reply: FastifyReply, asked: string, version: string): void {
  if (asked === version) reply.header('cache-control', `private, max-age=${ONE_YEAR_S}, immutable`);
}

/** Compressed here and not by the proxy alone: a library is read over the phone network, and is a fifth of its size then. */
async function sendTexts(request: FastifyRequest, reply: FastifyReply, texts: LawText[]): Promise<FastifyReply> {
  const body = JSON.stringify({ code: code.success, message: endpoints.lawTexts.answer.parse(texts) });
  reply.headers({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' });
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(request.headers['accept-encoding'] ?? '')) return reply.send(body);
  return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(body));
}

function sendPdf(request: FastifyRequest, reply: FastifyReply, pdf: LawPdf): Promise<FastifyReply> {
  reply.headers({ 'content-type': 'application/pdf', 'content-disposition': contentDisposition('inline', 'law.pdf', `${pdf.title}.pdf`) });
  return sendRange(request, reply, pdf);
}
