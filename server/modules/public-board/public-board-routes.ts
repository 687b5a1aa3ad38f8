import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { findPublished } from '../declarations/declaration-service.ts';
import { addOpinion, answerOpinion, findOpinions } from './opinion-service.ts';

export function publicBoardRoutes(register: Register, context: ServerContext): void {
  register('queryPublicBoard', ({ query, caller }) => findPublished(context, caller, query));

  register('queryOpinionPage', ({ query, caller }) => findOpinions(context, caller, query));

  register('addOpinion', ({ body, caller }) => addOpinion(context, caller, body));

  register('answerOpinion', async ({ body, caller }) => {
    await answerOpinion(context, caller, body);
    return null;
  });
}
