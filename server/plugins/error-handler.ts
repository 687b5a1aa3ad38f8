import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { code } from '#contract/codes.ts';
import { REQUEST_ID_HEADER } from '#contract/limits.ts';
import { AppError, badRequest, outageOf, tooLarge, unsupportedType } from '../errors.ts';
import { securityHeaders } from './security-headers.ts';

/** The one place that turns a failure into an answer; what is unknown is logged and hidden, but for the number of its lines. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toAppError(error);
    if (known === undefined) {
      request.log.error({ err: error }, 'unexpected failure');
      return send(reply, new AppError({ code: code.internal, status: 500 }, `服务器发生错误，请稍后重试（编号 ${request.id}）`));
    }
    if (known.status >= 500) request.log.error({ err: error }, known.message);
    // Closed under a body that is still on its way, the connection would be reset, and the answer lost with it. What is
    // left of the body is read and thrown away instead, no longer than the time limit of a request.
    if (known.status === 413) reply.removeHeader('connection');
    return send(reply, known);
  });
}

/** What never came as far as a route, such as an address that cannot be decoded or is too long. */
export const answerUnreadable = (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
  // No hook has run for it.
  void send(reply.headers(securityHeaders).header('cache-control', 'no-store').header(REQUEST_ID_HEADER, reply.request.id), badRequest('请求地址不正确'));
};

/** Unknown addresses below /api. */
export const answerUnknownCall = (_request: FastifyRequest, reply: FastifyReply) =>
  send(reply, new AppError({ code: code.notFound, status: 404 }, '接口不存在'));

function send(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  return reply
    .status(error.status)
    .send({ code: error.code, message: error.message, ...(error.details === undefined ? {} : { details: error.details }) });
}

function toAppError(error: FastifyError): AppError | undefined {
  if (error instanceof AppError) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge('提交的内容过大');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedType();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return badRequest('请求内容不是有效的 JSON');
    default:
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return badRequest('请求格式不正确');
  return outageOf(error);
}
