import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoint, endpoints } from '#contract/endpoints.ts';
import { bodyLimits } from '#contract/json-size.ts';
import { badRequest, tooLarge, unsupportedType } from '../errors.ts';

const JSON_TYPE = 'application/json';
/** The contract's deepest body has four levels. */
const MAX_DEPTH = 16;

/**
 * Bodies are JSON, or the files that a call of the contract names; a call without one may still name JSON, as the client does
 * whose body is null. Keys that would reach an object's prototype are refused (ASVS 5.0, 15.3.6).
 */
export function readBodies(app: FastifyInstance): void {
  // After the hooks that know the caller, and before anything of the body is read.
  app.addHook('preParsing', async (request) => checkHeaders(request));
  const anyLimits = bodyLimits(undefined);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, null);
    const { keys, values } = request.routeOptions.config.limits ?? anyLimits;
    const counted = count(body);
    if (counted.depth > MAX_DEPTH) return done(badRequest('请求内容的层次过多'), undefined);
    if (counted.keys > keys || counted.values > values) return done(tooLarge('提交的内容过大'), undefined);
    return parse(request, body.toString(), done);
  });
  const fileTypes = new Set(Object.values(endpoints).flatMap((call) => ('bodyTypes' in call ? call.bodyTypes : [])));
  app.addContentTypeParser<Buffer>([...fileTypes], { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

/** @throws AppError when the body is compressed, or of a type that the call does not take */
function checkHeaders({ method, headers, mediaType = '', routeOptions }: FastifyRequest): void {
  const { call } = routeOptions.config;
  if (call === undefined || method === 'GET' || method === 'HEAD') return;
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') throw unsupportedType('不支持压缩的内容');
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  const { bodyTypes = [JSON_TYPE] } = endpoint(call);
  if ((hasBody || headers['content-type'] !== undefined) && !bodyTypes.includes(mediaType)) throw unsupportedType();
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
/** By this bit alone a square bracket differs from a curly one. */
const CURLY = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** What parsing makes of JSON costs far more than its bytes. What is no JSON is counted as if it were. */
function count(json: Uint8Array): { depth: number; keys: number; values: number } {
  const counted = { depth: 0, keys: 0, values: 1 };
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) counted.values += 1;
    else if (byte === COLON) counted.keys += 1;
    else if ((byte | CURLY) === CLOSING) depth -= 1;
    else if ((byte | CURLY) === OPENING) {
      depth += 1;
      counted.depth = Math.max(counted.depth, depth);
    }
  }
  return counted;
}
