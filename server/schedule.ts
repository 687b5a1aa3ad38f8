import type { FastifyBaseLogger } from 'fastify';

/** How soon after midnight in Shanghai, after a start or after a failure the day's work is done; a look costs one row. */
const LOOK_EVERY_MS = 60_000;

/** Work of a day: does it unless it is done, and ends early when the process stops. */
export type DailyJob = (isStopping: () => boolean) => Promise<unknown>;

export interface Schedule {
  /** Ends the work under way after its present step. Never rejects. */
  stop: () => Promise<void>;
}

/**
 * Does what is to be done once a day, for as long as the process runs; of several processes one does it.
 * @param chains of jobs by the name that the log has for them: those of a chain follow each other, and no chain waits for another
 */
export function startSchedule(chains: readonly Record<string, DailyJob>[], log: FastifyBaseLogger, lookEveryMs = LOOK_EVERY_MS): Schedule {
  const started = chains.map((jobs) => startChain(jobs, log, lookEveryMs));
  return {
    stop: async () => {
      await Promise.all(started.map((chain) => chain.stop()));
    },
  };
}

function startChain(jobs: Record<string, DailyJob>, log: FastifyBaseLogger, lookEveryMs: number): Schedule {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    for (const [name, job] of Object.entries(jobs)) {
      try {
        await job(() => isStopping);
      } catch (error) {
        log.error({ err: error, job: name }, 'the daily work failed, and is tried again');
      }
    }
    if (isStopping) return;
    timer = setTimeout(() => {
      current = look();
    }, lookEveryMs);
  };
  let current = look();
  return {
    stop: () => {
      isStopping = true;
      clearTimeout(timer);
      return current;
    },
  };
}
