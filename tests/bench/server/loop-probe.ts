// Loaded into a server before its own code: tells how long its loop was held at most since the last time that somebody asked.
// Processor time of its thread is counted, and not the clock: what else the machine does meanwhile is nobody's fault.
import { createServer } from 'node:http';

let before = process.threadCpuUsage();
let longestMs = 0;
function look(): void {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (user + system) / 1000);
}
setInterval(look, 1).unref();

createServer((_request, response) => {
  response.end(JSON.stringify({ longestMs, memory: process.memoryUsage.rss() }));
  longestMs = 0;
})
  // A process that the server starts loads this too.
  .on('error', () => undefined)
  .listen(Number(process.env['LOOP_PROBE_PORT']), '127.0.0.1')
  .unref();
