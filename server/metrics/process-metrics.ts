import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import type { Registry } from './instruments.ts';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const RESOLUTION_MS = 10;
const QUANTILES = [50, 90, 99] as const;
const GC_BOUNDS = [0.001, 0.01, 0.1, 1];

/**
 * What every Node process has to tell, under the names that prom-client gives it, so that common dashboards fit.
 * @returns ends the watching
 */
export function watchProcess(registry: Registry): () => void {
  const one = (value: number): [Record<string, string>, number][] => [[{}, value]];
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  registry.read('counter', 'process_cpu_seconds_total', 'Processor time of user and system', () => {
    const { user, system } = process.cpuUsage();
    return one((user + system) / MICROSECONDS);
  });
  registry.read('gauge', 'process_start_time_seconds', 'Start, in seconds since 1970', () => one(startedAt));
  registry.read('gauge', 'process_resident_memory_bytes', 'Memory of the process', () => one(process.memoryUsage.rss()));
  registry.read('gauge', 'nodejs_heap_size_used_bytes', 'Heap in use', () => one(process.memoryUsage().heapUsed));
  registry.read('gauge', 'nodejs_heap_size_total_bytes', 'Heap reserved', () => one(process.memoryUsage().heapTotal));
  registry.read('gauge', 'nodejs_active_resources', 'What keeps the process busy, by kind', () => {
    const counts = new Map<string, number>();
    for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return [...counts].map(([type, count]) => [{ type }, count]);
  });
  registry.read('gauge', 'nodejs_version_info', 'Version of Node', () => [[{ version: process.version }, 1]]);

  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  // The histogram counts the sampling interval itself as delay.
  const lag = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000);
  for (const quantile of QUANTILES) {
    registry.read('gauge', `nodejs_eventloop_lag_p${quantile}_seconds`, `Event loop lag since the last reading, percentile ${quantile}`, () =>
      delay.count === 0 ? [] : one(lag(delay.percentile(quantile))),
    );
  }
  registry.read('gauge', 'nodejs_eventloop_lag_max_seconds', 'Longest event loop lag since the last reading', () => {
    const values = delay.count === 0 ? [] : one(lag(delay.max));
    // Registered last, and so read last.
    delay.reset();
    return values;
  });

  const collections = registry.histogram('nodejs_gc_duration_seconds', 'Garbage collections', GC_BOUNDS);
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) collections.observe({}, entry.duration / 1000);
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => {
    delay.disable();
    observer.disconnect();
  };
}
