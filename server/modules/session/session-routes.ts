import type { FastifyRequest } from 'fastify';
import { addressOf } from '../../caller-address.ts';
import type { Register } from '../../endpoint.ts';
import type { Origin, SessionService } from './session-service.ts';

const originOf = (request: FastifyRequest): Origin => ({ address: addressOf(request), userAgent: request.headers['user-agent'] ?? '' });

export function sessionRoutes(register: Register, sessions: SessionService): void {
  register('login', ({ body, request }) => sessions.signIn(body, originOf(request)));

  register('refreshToken', ({ body, request }) => sessions.refresh(body.refreshToken, originOf(request)));

  register('userInfo', ({ caller }) => sessions.userInfo(caller));

  register('signOut', async ({ body, request }) => {
    const { accesstoken } = request.headers;
    await sessions.signOut({ accessToken: typeof accesstoken === 'string' ? accesstoken : '', refreshToken: body.refreshToken ?? '' }, addressOf(request));
    return null;
  });

  register('querySessionList', ({ caller }) => sessions.listSessions(caller));

  register('endSession', async ({ caller, params }) => {
    await sessions.endSession(caller, params.id);
    return null;
  });

  register('endOtherSessions', async ({ caller }) => ({ count: await sessions.endOtherSessions(caller) }));
}
