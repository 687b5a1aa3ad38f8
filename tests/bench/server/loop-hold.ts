import { freePort } from '../../support/server-process.ts';
import type { NodeProcess } from '../processes.ts';

export const LOOP_PROBE = 'tests/bench/server/loop-probe.ts';

/** A server that was started with `LOOP_PROBE`. */
export interface ProbedServer extends NodeProcess {
  /** How long its loop was held at most since the last reading, in milliseconds of processor time. */
  held: () => Promise<number>;
}

export async function startProbed(start: (env: Record<string, string>) => Promise<NodeProcess>): Promise<ProbedServer> {
  const port = await freePort();
  const server = await start({ LOOP_PROBE_PORT: String(port) });
  const held = async (): Promise<number> => ((await (await fetch(`http://127.0.0.1:${port}`)).json()) as { longestMs: number }).longestMs;
  return { ...server, held };
}
