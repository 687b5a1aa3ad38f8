// npm run bench: measures the product against its design's goals, and against the least that could do the same, in one run.
import { cpus, loadavg } from 'node:os';
import { readOptions, usage } from './options.ts';
import { measurePhone } from './phone/phone-figures.ts';
import { Report } from './report.ts';
import { measureServer } from './server/server-figures.ts';
import { measureStart } from './server/start-figures.ts';
import { isInterrupted, undoBeforeTheEnd } from './undo.ts';

const options = (() => {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
})();

undoBeforeTheEnd();
const [load = 0] = loadavg();
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${new Date().toISOString()}`);
if (options.isQuick) console.log('Short runs: the figures say little.');
if (load > 0.5) console.log(`The machine is busy with something else (load ${load.toFixed(1)}): every time below is longer for it.`);
const report = new Report(options.figures);
if (options.parts.includes('start')) await measureStart(report, options.isQuick);
if (options.parts.includes('server')) await measureServer(report, options);
if (options.parts.includes('phone')) await measurePhone(report, options);

if (!isInterrupted() && !report.hasTaken && report.unmeasured.length === 0) {
  console.error(`\nNo figure is called ${options.figures?.join(' or ')}.\n\n${usage}`);
  process.exitCode = 2;
} else if (!isInterrupted()) {
  console.log(`\n${report.missed.length === 0 ? 'Every goal of what was measured was met.' : `${report.missed.length} missed: ${report.missed.join('; ')}`}`);
  if (report.unmeasured.length > 0) {
    console.log(`Could not be measured: ${report.unmeasured.join('; ')}`);
    process.exitCode = 1;
  }
}
