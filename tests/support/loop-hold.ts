import { KEPT_PATH, type LoopState } from './loop-state.ts';
import { freePort } from './server-process.ts';

/** What makes a Node process tell about its loop. */
export interface LoopProbe {
  nodeOptions: string[];
  env: Record<string, string>;
  /** @returns milliseconds, as `LoopState` has them */
  held: () => Promise<number>;
  /** @returns bytes that are not garbage */
  kept: () => Promise<number>;
}

export async function loopProbe(): Promise<LoopProbe> {
  const port = await freePort();
  const read = async (path: string): Promise<LoopState> => (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as LoopState;
  return {
    nodeOptions: ['--expose-gc', '--import', new URL('loop-probe.ts', import.meta.url).href],
    env: { LOOP_PROBE_PORT: String(port) },
    held: async () => (await read('/')).heldMs,
    kept: async () => (await read(KEPT_PATH)).kept,
  };
}
