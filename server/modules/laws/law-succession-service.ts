import type { ServerContext } from '../../context.ts';
import { runDaily } from '../jobs/job-service.ts';
import { amendSuperseded } from './law-import-service.ts';

/** Once a day, versions of laws that came into force take the place of those before. */
export const succeedLaws = (context: ServerContext, isStopping?: () => boolean): Promise<boolean> =>
  runDaily(
    context,
    'lawSuccession',
    [
      async (today) => {
        await amendSuperseded(context, today);
        return false;
      },
    ],
    isStopping,
  );
