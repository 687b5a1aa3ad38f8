import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { changeInstitution, previewInstitution, readInstitution } from './institution-service.ts';

export function institutionRoutes(register: Register, context: ServerContext): void {
  register('getInstitution', ({ caller }) => readInstitution(context, caller.compNo));

  register('previewInstitution', ({ caller, body }) => previewInstitution(context, caller.compNo, body));

  register('changeInstitution', async ({ caller, body }) => {
    await changeInstitution(context, caller, body);
    return null;
  });
}
