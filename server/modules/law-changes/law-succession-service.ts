import type { ServerContext } from '../../context.ts';
import { runDaily } from '../jobs/job-service.ts';
import { amendSuperseded } from '../laws/law-import-service.ts';
import { followLaws } from './follow-laws-service.ts';

/** Once a day, versions of laws that came into force take the place of those before, and citations follow them. */
export const succeedLaws = (context: ServerContext, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(
    context,
    'lawSuccession',
    [
      async (today) => {
        await amendSuperseded(context, today);
        return false;
      },
      async () => {
        await followLaws(context);
        return false;
      },
    ],
    isStopping,
  );
