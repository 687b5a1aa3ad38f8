import { type ApiCall, apiPaths, fillPath, OPERATION_HEADER, type CallName } from '#contract/api-paths.ts';
import { SUCCESS_TEXT } from '#contract/codes.ts';
import type { CallAnswer, CallInput } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { getToken, getUser } from '@/session/session-store.ts';
import { sendOnce, type Answer, type AnswerOrigin } from './client.ts';
import { asOperation } from './operation.ts';
import type { ImportCall } from './workbooks.ts';
import { sendSigned } from './send.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

export interface CallSuccess<Payload> {
  data: Payload;
  message: typeof SUCCESS_TEXT;
  origin: AnswerOrigin;
}

/** Calls whose fields travel in the query although they are a POST (specification section 7). */
const sentInQuery: ReadonlySet<CallName> = new Set<CallName>(['login', 'updateCompanyAccountPwd', 'checkUsername']);

/** What has functions of its own in `files.ts`: calls that answer with bytes, and those that send a file instead of a body. */
type FileCall = BytesCall | ImportCall | 'uploadFile' | 'uploadPiece';
type BytesCall = { [Name in CallName]: CallAnswer<Name> extends Uint8Array ? Name : never }[CallName];

/** Calls whose answer is an envelope. */
export type JsonCall = Exclude<CallName, FileCall>;

interface Input {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}
type InputArguments<Name extends CallName> = Record<never, never> extends CallInput<Name>
  ? [input?: CallInput<Name> | undefined, options?: CallOptions]
  : [input: CallInput<Name>, options?: CallOptions];

/**
 * Calls the server by the name of the contract.
 * @throws ApiError, whose message can be shown; a DOMException named AbortError after `signal` aborted.
 */
export async function call<Name extends JsonCall>(name: Name, ...[input, options]: InputArguments<Name>): Promise<CallSuccess<CallAnswer<Name>>> {
  const answer = await request(name, input as Input | undefined, options);
  return { data: (answer.body as Envelope<CallAnswer<Name>>).message, message: SUCCESS_TEXT, origin: answer.origin };
}

/** The call with its whole answer, for those few that need the server's clock. */
export async function request(name: JsonCall, input: Input = {}, options: CallOptions = {}): Promise<Answer> {
  const { method, path, access, repeat }: ApiCall = apiPaths[name];
  const isInQuery = sentInQuery.has(name);
  const send = async (more: Record<string, string> = {}): Promise<Answer> => {
    const config = {
      method,
      url: fillPath(path, input.params),
      params: isInQuery ? input.body : input.query,
      ...(method === 'GET' ? {} : { data: isInQuery ? null : (input.body ?? null), headers: { 'content-type': 'application/json', ...more } }),
    };
    // An open call needs no session: its 401 says that a password is wrong, and ends nothing.
    return access === 'open' ? await sendOnce(config, getToken(), options) : await sendSigned(config, options);
  };
  if (repeat !== 'operation') return await send();
  return await asOperation(JSON.stringify([getUser()?.employeeId, name, input]), (id) => send({ [OPERATION_HEADER]: id }));
}
