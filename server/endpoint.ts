import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type apiPaths, type CallName, OPERATION_HEADER, type Repeat } from '#contract/api-paths.ts';
import { code } from '#contract/codes.ts';
import { bytes, type CallRequest, endpoint, type endpoints } from '#contract/endpoints.ts';
import type { FieldError } from '#contract/envelope.ts';
import { isId, NO_ID_MESSAGE } from '#contract/fields.ts';
import { bodyLimits, type JsonSize } from '#contract/json-size.ts';
import { mayUse } from '#contract/roles.ts';
import { SERVED_AT_HEADER } from '#contract/served-at.ts';
import { ACCOUNT_HEADER } from '#contract/worker-messages.ts';
import { REQUIRED_MESSAGE } from '#contract/rules.ts';
import type { Caller } from './caller.ts';
import { forbidden, notFound, notSignedIn, passwordChangeDue, unavailable, validationFailed } from './errors.ts';
import { refuseOtherSite } from './other-site.ts';

// For what no schema has words of its own for, such as a text where an object is expected.
const UNFIT_MESSAGE = '格式不正确';
z.config({ customError: (issue) => (issue.input === undefined ? REQUIRED_MESSAGE : UNFIT_MESSAGE) });

type CallerOf<Name extends CallName> = (typeof apiPaths)[Name]['access'] extends 'open' ? Caller | undefined : Caller;
type Bytes = typeof bytes;
type HandlerAnswer<Name extends CallName> = (typeof endpoints)[Name]['answer'] extends Bytes
  ? FastifyReply
  : z.input<(typeof endpoints)[Name]['answer']> | FastifyReply;

export type CallContext<Name extends CallName> = CallRequest<Name> & {
  caller: CallerOf<Name>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What a person may call before replacing an initial password. */
const allowedWithInitialPassword: ReadonlySet<CallName> = new Set(['userInfo', 'updateCompanyAccountPwd']);

/** Answers one call of the contract. What is not JSON is sent through `reply`, and that is returned. */
export type Handler<Name extends CallName> = (context: CallContext<Name>) => Promise<HandlerAnswer<Name>>;

export type Register = <Name extends CallName>(name: Name, handler: Handler<Name>, options?: { bodyLimit?: number }) => void;

/**
 * Makes the function by which modules register their calls. For each call it checks the session and the role,
 * validates what came in, and serialises what goes out with the contract's schemas.
 * @param findCaller rejects when a token was sent that holds no more
 */
export function createRegister(app: FastifyInstance, now: () => Date, findCaller: (request: FastifyRequest) => Promise<Caller | undefined>): Register {
  return (name, handler, options = {}) => {
    const { method, path, access, repeat, params, query, body, answer, bodyFromQuery } = endpoint(name);
    const admit = async (request: FastifyRequest): Promise<void> => {
      if (access === 'open') return refuseOtherSite(request);
      const caller = await findCaller(request);
      if (caller === undefined) throw notSignedIn();
      // Before what refuses: the log tells who was refused.
      request.caller = caller;
      refuseOtherAccount(request, caller);
      if (caller.mustChangePassword && !allowedWithInitialPassword.has(name)) throw passwordChangeDue();
      if (!mayUse(access, caller.role)) throw forbidden();
    };
    const limits = bodyLimits(body);
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: options.bodyLimit ?? limits.bytes,
      config: { call: name, limits },
      // Before the body is read: a stranger must not make the server swallow megabytes.
      onRequest: admit,
      // Again once the body is there: it may take a minute, in which a person can be disabled or lose a role.
      ...(method === 'GET' || access === 'open' ? {} : { preHandler: admit }),
      handler: async (request, reply) => {
        const errors: FieldError[] = [];
        const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
          if (schema === undefined) return undefined;
          const parsed = schema.safeParse(value ?? {});
          if (parsed.success) return parsed.data;
          errors.push(...fieldErrors(parsed.error));
          return undefined;
        };
        const { body: given = null } = request;
        if (body !== undefined && given !== null && !isPlainObject(given)) throw validationFailed([{ field: '', message: UNFIT_MESSAGE }]);
        const sent = bodyFromQuery && !hasFields(given) ? request.query : given;
        const input = { params: parse(params, request.params), query: parse(query, request.query), body: parse(body, sent) };
        const operationId = operationIdOf(repeat, request, input.body);
        if (operationId !== undefined && !isId(operationId)) errors.push({ field: OPERATION_HEADER, message: NO_ID_MESSAGE });
        if (errors.length > 0) throw method === 'GET' && errors.every(isNoId) ? notFound() : validationFailed(errors);
        // Before anything is read: the answer is at least as new as it says.
        const servedAt = now().toISOString();
        reply.header(SERVED_AT_HEADER, servedAt);
        const caller = request.caller && { ...request.caller, operation: await operationOf(name, operationId, request.caller, input, servedAt) };
        const context = { ...input, caller, request, reply };
        const result = await handler(context as unknown as Parameters<typeof handler>[0]);
        // A reply that a handler returns resolves to nothing, once it has gone out or nobody is there any more to get it.
        if (answer === bytes || reply.sent || reply.raw.destroyed) return result;
        return { code: code.success, message: answer.parse(result) };
      },
    });
  };
}

/** Under what a repeat of the call is known. */
function operationIdOf(repeat: Repeat | undefined, { headers }: FastifyRequest, body: unknown): unknown {
  if (repeat === 'record') return (body as { id?: unknown } | undefined)?.id;
  return repeat === 'operation' ? headers[OPERATION_HEADER] : undefined;
}

async function operationOf(name: CallName, id: unknown, { compNo, employeeId }: Caller, input: { body: unknown }, at: string): Promise<Caller['operation']> {
  if (typeof id !== 'string') return undefined;
  // The largest body took long to be read: others are answered before more is done with it.
  await nextTurn();
  // A password could be guessed from a hash that is quick to make.
  const body = { ...(input.body as object | undefined), pwd: undefined, oldPwd: undefined };
  const content = createHash('sha256').update(JSON.stringify({ ...input, body })).digest('hex');
  return { id, comp_no: compNo, employee_id: employeeId, kind: name, created_at: at, content };
}

/**
 * A page that names an account other than the token's is in the middle of a change of person: what it sends was
 * entered by somebody else, and has to wait until that person is signed in again.
 */
function refuseOtherAccount(request: FastifyRequest, caller: Caller): void {
  const named = request.headers[ACCOUNT_HEADER];
  if (named !== undefined && named !== '' && named !== caller.employeeId) throw unavailable('登录账号已切换，请稍后重试');
}

/** As JSON has it: a list would be taken for an object by its fields, and so would bytes, each of which is one. */
const isPlainObject = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const hasFields = (value: unknown): boolean => isPlainObject(value) && Object.keys(value as object).length > 0;

const MAX_REPORTED_ERRORS = 20;

const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.slice(0, MAX_REPORTED_ERRORS).map((issue) => ({ field: issue.path.join('.'), message: issue.message }));

/** What cannot be an id names no record: who reads it is told as of one that does not exist. */
const isNoId = ({ message }: FieldError): boolean => message === NO_ID_MESSAGE;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    call?: CallName;
    limits?: JsonSize;
  }
}
