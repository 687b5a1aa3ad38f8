import { type Counter, createRegistry, type Histogram, type Registry } from './instruments.ts';

const REQUEST_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const QUERY_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** What this product counts, beside what every process has to tell. */
export interface Metrics {
  registry: Registry;
  /** By method, pattern of the route (never the address) and class of the status. */
  requests: Histogram;
  /** By kind of statement and outcome. */
  queries: Histogram;
  /** What phones' outboxes delivered, by call and outcome. */
  entries: Counter;
}

export function createMetrics(): Metrics {
  const registry = createRegistry();
  return {
    registry,
    requests: registry.histogram('zyzc_http_request_duration_seconds', 'Answered requests', REQUEST_BOUNDS),
    queries: registry.histogram('zyzc_db_query_duration_seconds', 'Database statements, without the wait for a connection', QUERY_BOUNDS),
    entries: registry.counter('zyzc_outbox_entries_total', 'Entries of outboxes that were answered'),
  };
}
