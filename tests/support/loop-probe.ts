// Loaded into a server before its own code: tells how long its loop was held at most since the last time that somebody asked,
// and what is kept in memory. Processor time of its thread is counted, and not the clock: what else the machine does meanwhile
// is nobody's fault.
import { createServer } from 'node:http';
import { KEPT_PATH, type LoopState } from './loop-state.ts';

let before = process.threadCpuUsage();
let longestMs = 0;
function look(): void {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (user + system) / 1000);
}
setInterval(look, 1).unref();

createServer((request, response) => {
  look();
  const heldMs = longestMs;
  if (request.url === KEPT_PATH) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  response.end(JSON.stringify({ heldMs, kept: heapUsed + external } satisfies LoopState));
  before = process.threadCpuUsage();
  longestMs = 0;
})
  // A process that the server starts loads this too.
  .on('error', () => undefined)
  .listen(Number(process.env['LOOP_PROBE_PORT']), '127.0.0.1')
  .unref();
