import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { changeDutySettings, dutyCalendar, dutySettings } from './duty-service.ts';

export function dutyRoutes(register: Register, context: ServerContext): void {
  register('queryDutyCalendar', ({ caller, query }) => dutyCalendar(context, caller, query.year));

  register('queryDutySettings', ({ caller }) => dutySettings(context, caller.compNo));

  register('updateDutySettings', async ({ caller, body }) => {
    await changeDutySettings(context, caller, body);
    return null;
  });
}
